import { stringify } from 'yaml'

const first = ['schedule', 'name', 'description', 'type', 'id', 'url', 'endpoint', 'method']
const keyRank = (key: string) => (first.includes(key) ? first.indexOf(key) : first.length)

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => [key, inOrder(part)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => keyRank(a) - keyRank(b)))
}

export const writeYaml = (value: unknown): string => stringify(inOrder(value), { lineWidth: 0 })
