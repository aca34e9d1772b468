import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { filledText, integerField } from '#shared/primitives/document-scalars.ts'
import { askAwsJson } from '#relay/backend/clients/clouds/aws-json.ts'
import { awsSignIn, hasWholeKey, openAws, wholeKey } from '#relay/backend/clients/clouds/aws-fields.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { rangeFields, readRange } from '#relay/backend/clients/run/time-range.ts'
import type { RawLine } from './log-line.ts'

const usualLimit = 1_000
const askAgainMs = 500

export const cloudwatchSpec = z
  .strictObject({
    ...awsSignIn,
    ...rangeFields,
    logGroup: filledText,
    query: filledText,
    limit: integerField({ min: 1, max: 5_000 }).optional(),
  })
  .refine(hasWholeKey, wholeKey)

const started = z.looseObject({ queryId: z.string() })
const results = z.looseObject({
  status: z.string(),
  results: z.array(z.array(z.looseObject({ field: z.string(), value: z.string().default('') }))).default([]),
})

/** `@ptr` identifies a line; `@timestamp` is in UTC, without a zone. */
const toRawLine = (fields: Readonly<Record<string, string>>): RawLine => {
  const { '@ptr': id, '@message': message, '@timestamp': time, ...rest } = fields
  const at = time === undefined ? undefined : new Date(`${time.replace(' ', 'T')}Z`)
  return {
    id,
    message,
    at: at === undefined || Number.isNaN(at.getTime()) ? undefined : at.toISOString(),
    fields: rest,
  }
}

/** A query of CloudWatch Logs Insights, which runs on the side of AWS. */
export const readCloudwatch = async (spec: z.infer<typeof cloudwatchSpec>, run: ClientRun): Promise<RawLine[]> => {
  const { fromMs, toMs } = readRange(spec)
  const client = (await openAws(spec, run))('CloudWatch Logs')
  const request = <T>(operation: string, json: object, schema: z.ZodType<T>) =>
    askAwsJson(client, { service: 'logs', target: `Logs_20140328.${operation}`, version: '1.1', json, schema })
  const { queryId } = await request(
    'StartQuery',
    {
      logGroupName: spec.logGroup,
      queryString: spec.query,
      startTime: Math.floor(fromMs / 1_000),
      endTime: Math.ceil(toMs / 1_000),
      limit: spec.limit ?? usualLimit,
    },
    started,
  )
  for (;;) {
    const { status, results: rows } = await request('GetQueryResults', { queryId }, results)
    if (status === 'Complete')
      return rows.map((row) => toRawLine(Object.fromEntries(row.map(({ field, value }) => [field, value]))))
    if (status !== 'Scheduled' && status !== 'Running') throw new Error(`The query ended as ${status}`)
    await wait(askAgainMs, undefined, { signal: run.signal })
  }
}
