import { cut } from '#relay/backend/clients/senders/sender.ts'

const depthMost = 3
const valuesMost = 60
const lengthMax = 200

export const valuesSeen = (environment: Readonly<Record<string, unknown>>): { path: string; value: string }[] => {
  const seen: { path: string; value: string }[] = []
  const visit = (value: unknown, path: string, depth: number): void => {
    if (seen.length >= valuesMost || value === null || value === undefined || value === '') return
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      seen.push({ path, value: cut(String(value), lengthMax) })
    else if (typeof value === 'object' && !Array.isArray(value) && depth < depthMost)
      for (const [name, member] of Object.entries(value))
        visit(member, path === '' ? name : `${path}.${name}`, depth + 1)
  }
  visit(environment, '', 0)
  return seen
}
