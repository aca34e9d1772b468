import { z } from 'zod'
import { JsonBoundError, parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { isId } from '#shared/primitives/id.ts'
import { dayMs } from '#shared/primitives/time-units.ts'
import type { ColumnKind, PushedTable } from '#relay/backend/agents/pushed-tables.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'
import { stableId } from '#relay/backend/rows/stable-id.ts'
import { toStorableName } from '#relay/backend/rows/storable-text.ts'
import { storableText } from '#relay/database/storable-text.ts'
import { conflict, invalid } from '#relay/errors/http-error.ts'

export type ReportedRow = Readonly<Record<string, unknown>>

/** Derived per agent: an agent can only address its own rows, and two copied installations do not collide. */
export const ownId = (agentId: string, id: string): string => stableId(`agent ${agentId} ${id.toLowerCase()}`)

const aheadMs = dayMs
const ahead = 'more than a day in the future. Check the clocks of the agent and of this console'

const text = z
  .string()
  .nullish()
  .transform((value) => value && storableText(value))
const nameText = z
  .string()
  .nullish()
  .transform((value) => value && toStorableName(value))
const time = z
  .string()
  .nullish()
  .transform((value, context) => {
    if (value == null) return null
    const at = Date.parse(value)
    if (Number.isNaN(at) || at < 0) context.addIssue('must be a time')
    else if (at > Date.now() + aheadMs) context.addIssue(ahead)
    else return new Date(at).toISOString()
    return z.NEVER
  })

const schemas: Record<Exclude<ColumnKind, 'path'>, z.ZodType> = {
  text,
  time,
  // Mostly as text: nested values must not count against the limits of the whole body.
  json: z
    .unknown()
    .optional()
    .transform((value, context) => {
      if (typeof value !== 'string') return value ?? null
      try {
        return parseBoundedJson(storableText(value))
      } catch (error) {
        context.addIssue(error instanceof JsonBoundError ? error.message.replace(/\.$/, '') : 'must be JSON')
        return z.NEVER
      }
    }),
  number: z.number().nullish(),
  boolean: z.boolean().nullish(),
  texts: z.array(z.string().transform(storableText)).nullish(),
}

const pathSchema = (agentId: string) =>
  text.transform(
    (path) =>
      path
        ?.split('.')
        .map((part) => (isId(part) ? ownId(agentId, part) : part))
        .join('.') ?? null,
  )

export const readRows = (
  agentId: string,
  { name, key, refs, columns }: PushedTable,
  rows: readonly Readonly<Record<string, unknown>>[],
): ReportedRow[] => {
  const id = z.guid().transform((value) => ownId(agentId, value))
  const schema = z.object({
    ...(key.includes('id') && { id }),
    ...Object.fromEntries(Object.keys(refs).map((ref) => [ref, key.includes(ref) ? id : id.nullish()])),
    ...Object.fromEntries(
      Object.entries(columns).map(([column, kind]) => [
        column,
        kind === 'path' ? pathSchema(agentId) : column === 'name' && kind === 'text' ? nameText : schemas[kind],
      ]),
    ),
  })
  const read = z.array(schema).safeParse(rows)
  if (!read.success) {
    const [issue] = specIssues(z.array(schema), read.error, rows)
    const [rowIndex = 0, column = ''] = issue?.path ?? []
    const message = `Row ${Number(rowIndex) + 1} of ${name}: ${String(column)}: ${issue?.message ?? 'invalid'}.`
    throw issue?.message === ahead ? conflict(message) : invalid(message)
  }
  const byKey = new Map<string, ReportedRow>()
  for (const row of read.data as readonly ReportedRow[])
    byKey.set(JSON.stringify(key.map((column) => row[column])), row)
  return [...byKey.values()]
}
