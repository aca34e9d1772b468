import { z } from 'zod'
import { filledText } from '#shared/primitives/document-scalars.ts'
import { gcpSignIn, openGcp } from '#relay/backend/clients/clouds/gcp-fields.ts'
import type { RequestGcp } from '#relay/backend/clients/clouds/gcp-sign-in.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import type { RawLine } from './log-line.ts'
import { rangeFields } from '#relay/backend/clients/run/time-range.ts'

const usualLimit = 1_000
const waitMs = 10_000
const pollsMax = 1_000

export const bigquerySpec = z.strictObject({
  ...gcpSignIn,
  project: z.string().min(1),
  query: filledText,
  limit: rangeFields.limit,
})

interface Column {
  readonly name: string
  readonly type: string
  readonly mode?: string | null | undefined
  readonly fields?: readonly Column[] | undefined
}
const column: z.ZodType<Column> = z.looseObject({
  name: z.string(),
  type: z.string(),
  mode: z.string().nullish(),
  get fields() {
    return z.array(column).optional()
  },
})
const cell = z.looseObject({ v: z.unknown() })
const record = z.looseObject({ f: z.array(cell) })
const answer = z.looseObject({
  jobComplete: z.boolean(),
  jobReference: z.looseObject({ jobId: z.string(), location: z.string().optional() }).optional(),
  schema: z.looseObject({ fields: z.array(column).default([]) }).optional(),
  rows: z.array(record).default([]),
  pageToken: z.string().nullish(),
})
type Answer = z.infer<typeof answer>

const toScalar = (value: unknown, type: string): unknown => {
  if (typeof value !== 'string') return value ?? null
  if (type === 'BOOLEAN' || type === 'BOOL') return value === 'true'
  if (type === 'FLOAT' || type === 'FLOAT64') return Number(value)
  // Larger integers would lose digits.
  if (type === 'INTEGER' || type === 'INT64') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (type !== 'TIMESTAMP') return value
  const ms = Number(value) * 1_000
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : value
}

const toValue = (value: unknown, { type, mode, fields = [] }: Column): unknown => {
  if (mode === 'REPEATED')
    return z
      .array(cell)
      .catch([])
      .parse(value)
      .map(({ v }) => toValue(v, { name: '', type, fields }))
  if (type !== 'RECORD' && type !== 'STRUCT') return toScalar(value, type)
  const read = record.safeParse(value)
  return read.success ? toFields(read.data, fields) : null
}

export const toFields = ({ f }: z.infer<typeof record>, columns: readonly Column[]): Record<string, unknown> =>
  Object.fromEntries(columns.map((each, at) => [each.name, toValue(f[at]?.v, each)]))

const ask = async (request: RequestGcp, question: Parameters<RequestGcp>[0]): Promise<Answer> => {
  const read = answer.safeParse(await request(question))
  if (!read.success) throw new Error('BigQuery returned an invalid response')
  return read.data
}

export const readBigquery = async (
  { project, query, limit = usualLimit, ...signIn }: z.infer<typeof bigquerySpec>,
  run: ClientRun,
): Promise<RawLine[]> => {
  const request = await openGcp(signIn, { field: 'bigQuery' }, run)
  const url = `https://bigquery.googleapis.com/bigquery/v2/projects/${encodeURIComponent(project)}/queries`
  const paging = { maxResults: limit, timeoutMs: waitMs }
  let found = await ask(request, { url, body: { query, useLegacySql: false, jobTimeoutMs: run.timeoutMs, ...paging } })
  const lines: RawLine[] = []
  for (let poll = 0; poll < pollsMax; poll += 1) {
    const columns = found.schema?.fields ?? []
    for (const row of found.rows) lines.push({ fields: toFields(row, columns) })
    const { jobComplete, pageToken, jobReference: job } = found
    if (lines.length >= limit || (jobComplete && (pageToken ?? '') === '')) break
    if (job === undefined) throw new Error('BigQuery returned an invalid response')
    found = await ask(request, {
      url: `${url}/${encodeURIComponent(job.jobId)}`,
      params: {
        ...paging,
        ...(job.location !== undefined && { location: job.location }),
        ...(jobComplete && { pageToken: pageToken ?? '' }),
      },
    })
  }
  return lines.slice(0, limit)
}
