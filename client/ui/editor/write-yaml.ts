import { stringify } from 'yaml'

/** What stands first in an entry, as people write them; other keys keep their order. */
const first = ['schedule', 'name', 'description', 'type', 'id', 'url', 'endpoint', 'method']
const keyRank = (key: string) => (first.includes(key) ? first.indexOf(key) : first.length)

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => [key, inOrder(part)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => keyRank(a) - keyRank(b)))
}

/** A value as people would write it: what it is called first. The same for the same value, whatever order it came in. */
export const writeYaml = (value: unknown): string => stringify(inOrder(value), { lineWidth: 0 })
