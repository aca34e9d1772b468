import { z } from 'zod'
import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import { Duration } from '#relay/backend/templates/duration.ts'
import { count, signIn } from '#relay/backend/clients/run/fields.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'

export const rowsMax = 1000

export const sqlSpec = z
  .strictObject({ url: z.string().optional(), query: z.string().optional(), results: count.optional(), ...signIn })
  .refine(({ url, connection }) => (url ?? connection ?? '') !== '', { message: 'required', path: ['url'] })
export type SqlSpec = z.infer<typeof sqlSpec> & { readonly values?: readonly string[] }

export const formatSqlEndpoint = ({ url, connection }: SqlSpec): string => shownAddress(url ?? connection ?? '')

export const sqlResult = (
  { results: wanted }: SqlSpec,
  rows: readonly Record<string, unknown>[],
  found: number,
  elapsedMs: number,
): CheckResult => {
  const pass = wanted === undefined || wanted === found
  const rowCount = `${found} row${found === 1 ? '' : 's'}`
  return {
    pass,
    message: pass
      ? `${rowCount} in ${elapsedMs} ms`
      : `Expected ${wanted} row${wanted === 1 ? '' : 's'}, got ${found}.`,
    ...(found > rows.length
      ? { incomplete: { rows: `only the first ${rows.length} of ${found} rows were read` } }
      : {}),
    durationMs: elapsedMs,
    details: { rows, count: found, elapsed: new Duration(elapsedMs), results: { rows, count: found } },
  }
}
