import { setTimeout as pause } from 'node:timers/promises'
import { awsClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import { bounded } from '#relay/backend/clients/clouds/aws-access.ts'
import type { AwsApi } from './aws-api.ts'
import type { Costs } from './known-before.ts'
import type { CostReport } from './aws-spec.ts'

const longestPauseMs = 5_000
const resourcesMax = 100_000

/**
 * Periods count back from the end of the report, which is some hours ago. Lines longer than an hour do not count
 * for the last hour.
 */
const toQuery = ({ database, table }: CostReport) => `WITH lines AS (
  SELECT line_item_resource_id AS id, line_item_usage_start_date AS started, line_item_usage_end_date AS ended,
         line_item_unblended_cost AS cost
    FROM "${database}"."${table}"
   WHERE line_item_resource_id <> ''
     AND line_item_usage_start_date >= date_add('day', -40, current_timestamp)
     AND line_item_usage_end_date <= current_timestamp
), newest AS (SELECT max(ended) AS ended FROM lines)
SELECT lines.id,
       sum(CASE WHEN lines.started >= date_add('hour', -1, newest.ended) THEN cost END) AS hour_cost,
       sum(CASE WHEN lines.started >= date_add('day', -1, newest.ended) THEN cost END) AS day_cost,
       sum(CASE WHEN lines.started >= date_add('day', -7, newest.ended) THEN cost END) AS week_cost,
       sum(CASE WHEN lines.started >= date_add('day', -30, newest.ended) THEN cost END) AS month_cost
  FROM lines CROSS JOIN newest
 GROUP BY lines.id
 ORDER BY month_cost DESC NULLS LAST
 LIMIT ${resourcesMax}`

const parseAmount = (text: string | undefined): number | null => {
  const amount = text === undefined || text === '' ? Number.NaN : Number(text)
  return Number.isFinite(amount) ? amount : null
}

export async function* resourceCosts(
  api: AwsApi,
  report: CostReport,
  signal: AbortSignal,
): AsyncGenerator<readonly [id: string, costs: Costs]> {
  const { AthenaClient, StartQueryExecutionCommand, GetQueryExecutionCommand, paginateGetQueryResults } =
    await import('@aws-sdk/client-athena')
  const client = new AthenaClient(awsClientOptions(api.client('ATHENA')))
  const { QueryExecutionId: query } = await client.send(
    new StartQueryExecutionCommand({
      QueryString: toQuery(report),
      QueryExecutionContext: { Database: report.database },
      ResultConfiguration: { OutputLocation: report.output },
    }),
  )
  if (query === undefined) throw new ServiceError(200, 'Athena did not start the query')
  for (let waitMs = 500; ; waitMs = Math.min(waitMs * 2, longestPauseMs)) {
    const { QueryExecution: run } = await client.send(new GetQueryExecutionCommand({ QueryExecutionId: query }))
    const { State: state, StateChangeReason: reason } = run?.Status ?? {}
    if (state === 'SUCCEEDED') break
    if (state === 'FAILED' || state === 'CANCELLED')
      throw new ServiceError(200, `Athena could not read the report: ${(reason ?? state).slice(0, 300)}`)
    await pause(waitMs, undefined, { signal })
  }
  let isHead = true
  for await (const { ResultSet: found } of bounded(paginateGetQueryResults({ client }, { QueryExecutionId: query })))
    for (const { Data: cells = [] } of found?.Rows ?? []) {
      const [id, hour, day, week, month] = cells.map(({ VarCharValue }) => VarCharValue)
      const hourly = parseAmount(hour)
      if (!isHead && id !== undefined)
        yield [
          id,
          {
            perMinute: hourly === null ? null : hourly / 60,
            day: parseAmount(day),
            week: parseAmount(week),
            month: parseAmount(month),
          },
        ]
      isHead = false
    }
}
