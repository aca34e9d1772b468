import { z } from 'zod'
import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import { filled } from '#relay/backend/clients/http/fill-variables.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { Duration } from '#relay/backend/templates/duration.ts'
import { count, signIn } from '#relay/backend/clients/run/fields.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'
import { unlessAborted } from '#relay/time-limit.ts'
import { defineCheckType } from './define-check-type.ts'
import { formatQuantity } from '#relay/backend/checks/types/format-quantity.ts'

export const rowsMax = 1000

const sqlSpec = z
  .strictObject({ url: z.string().optional(), query: z.string().optional(), results: count.optional(), ...signIn })
  .refine(({ url, connection }) => (url ?? connection ?? '') !== '', { message: 'required', path: ['url'] })
type SqlSpec = z.infer<typeof sqlSpec> & { readonly values?: readonly string[] }

const formatSqlEndpoint = ({ url, connection }: SqlSpec): string => shownAddress(url ?? connection ?? '')

const sqlResult = (
  { results: wanted }: SqlSpec,
  rows: readonly Record<string, unknown>[],
  found: number,
  elapsedMs: number,
): CheckResult => {
  const pass = wanted === undefined || wanted === found
  const rowCount = formatQuantity(found, 'row')
  return {
    pass,
    message: pass ? `${rowCount} in ${elapsedMs} ms` : `Expected ${formatQuantity(wanted, 'row')}, got ${found}.`,
    ...(found > rows.length
      ? { incomplete: { rows: `only the first ${rows.length} of ${found} rows were read` } }
      : {}),
    durationMs: elapsedMs,
    details: { rows, count: found, elapsed: new Duration(elapsedMs), results: { rows, count: found } },
  }
}

interface Answer {
  readonly rows: Record<string, unknown>[]
  readonly found: number
}

interface Session {
  readonly ask: (query: string, values: readonly string[]) => Promise<Answer>
  readonly close: () => void
}

export const defineSqlCheck = (key: string, open: (spec: SqlSpec, run: ClientRun) => Promise<Session>) =>
  defineCheckType<SqlSpec>({
    key,
    spec: sqlSpec,
    formatEndpoint: formatSqlEndpoint,
    run: async (spec, run) => {
      const query = await filled(spec.query ?? 'SELECT 1', {}, run.about)
      const start = performance.now()
      const { ask, close } = await open(spec, run)
      try {
        const { rows, found } = await unlessAborted(ask(query, spec.values ?? []), run.signal)
        return sqlResult(spec, rows, found, Math.round(performance.now() - start))
      } finally {
        close()
      }
    },
  })
