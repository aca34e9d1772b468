import { z } from 'zod'

const missingColumnSchema = z.object({ code: z.literal('42703'), message: z.string() })

const missingIn = (status: number, body: string) => {
  if (status !== 400) return undefined
  try {
    const { message } = missingColumnSchema.parse(JSON.parse(body))
    const [, relation, column] = /^column (\w+?)(?:_\d+)?\.(\w+) does not exist$/.exec(message) ?? []
    return relation === undefined || column === undefined ? undefined : `${relation}.${column}`
  } catch {
    return undefined
  }
}

const splitItems = (select: string): string[] => {
  const items: string[] = ['']
  let depth = 0
  for (const letter of select) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) items.push('')
    else items[items.length - 1] += letter
  }
  return items
}

const shortened = (relation: string, select: string, missing: ReadonlySet<string>): string =>
  splitItems(select)
    .flatMap((item) => {
      const [, head = '', embedded, inner = ''] = /^([^(]*)(\((.*)\))?$/s.exec(item) ?? []
      const name = /^(?:\w+:)?(\w+)/.exec(head)?.[1] ?? ''
      if (embedded !== undefined) return [`${head}(${shortened(name, inner, missing)})`]
      return missing.has(`${relation}.${name}`) ? [] : [item]
    })
    .join(',')

const without = (path: string, missing: ReadonlySet<string>): string => {
  const [, start, relation, select, rest] = /^(\/api\/db\/(\w+)\?(?:.*&)?select=)([^&]*)(.*)$/s.exec(path) ?? []
  if (start === undefined || relation === undefined || select === undefined) return path
  return `${start}${shortened(relation, select, missing)}${rest ?? ''}`
}

/**
 * Versions of the backend differ: a missing column is learned from the first error and then left out of select lists.
 */
export const createMissingColumns = () => {
  const missing = new Set<string>()
  return async <A extends { readonly status: number; readonly body: string }>(
    path: string,
    ask: (path: string) => Promise<A>,
  ): Promise<A> => {
    for (;;) {
      const requestedPath = missing.size === 0 ? path : without(path, missing)
      const response = await ask(requestedPath)
      const column = missingIn(response.status, response.body)
      if (column === undefined || missing.has(column)) return response
      missing.add(column)
      if (without(path, missing) === requestedPath) return response
    }
  }
}
export type MissingColumns = ReturnType<typeof createMissingColumns>
