import { z } from 'zod'
import { fieldMapping } from '#shared/logs/field-mapping.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'
import type { ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { bigquerySpec, readBigquery } from '#relay/backend/clients/logs/bigquery-lines.ts'
import { cloudLoggingSpec, readCloudLogging } from '#relay/backend/clients/logs/cloud-logging-lines.ts'
import { toLogLine, type RawLine } from '#relay/backend/clients/logs/log-line.ts'
import { lokiSpec, readLoki } from '#relay/backend/clients/logs/loki-lines.ts'
import { opensearchSpec, readOpensearch } from '#relay/backend/clients/logs/opensearch-lines.ts'

const backends = ['loki', 'openSearch', 'gcpCloudLogging', 'bigQuery'] as const

const spec = z
  .strictObject({
    loki: lokiSpec.optional(),
    openSearch: opensearchSpec.optional(),
    gcpCloudLogging: cloudLoggingSpec.optional(),
    bigQuery: bigquerySpec.optional(),
    fieldMapping: fieldMapping.optional(),
  })
  .refine((source) => backends.filter((key) => source[key] !== undefined).length === 1, {
    message: `set one of ${backends.join(', ')}`,
    path: ['loki'],
  })
type LogsSpec = z.infer<typeof spec>

const readLines = async (source: LogsSpec, run: ClientRun): Promise<readonly RawLine[]> => {
  if (source.loki !== undefined) return readLoki(source.loki, run)
  if (source.openSearch !== undefined) return readOpensearch(source.openSearch, run)
  if (source.gcpCloudLogging !== undefined) return readCloudLogging(source.gcpCloudLogging, run)
  return source.bigQuery === undefined ? [] : readBigquery(source.bigQuery, run)
}

/** One item with all lines of the query, from which a script makes items and changes. */
export const logs: ScraperType<LogsSpec> = {
  key: 'logs',
  spec,
  defaultType: 'Logs',
  readsNewOnly: true,
  describeEndpoint: ({ loki, openSearch, gcpCloudLogging, bigQuery }) => {
    const project = gcpCloudLogging?.project ?? bigQuery?.project
    if (project !== undefined) return `Logs of ${project}`
    return shownAddress(
      loki?.url ?? loki?.connection ?? openSearch?.url ?? openSearch?.address ?? openSearch?.connection ?? '',
    )
  },
  async *scrape(source, run) {
    const lines = await readLines(source, run)
    const isEntry = source.gcpCloudLogging !== undefined
    const found = lines.map((line) =>
      Object.assign({}, isEntry ? line.fields : undefined, toLogLine(line, source.fieldMapping)),
    )
    yield { kind: 'item', config: { logs: found }, known: {} }
  },
}
