import { z } from 'zod'
import { parseJsonOrText } from '#shared/primitives/bounded-json.ts'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { bounded, requireField } from '#relay/backend/clients/clouds/aws-access.ts'
import { awsClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import { awsSignIn, formatRegion, hasWholeKey, openAws, wholeKey } from '#relay/backend/clients/clouds/aws-fields.ts'
import { formatQuantity } from '#relay/backend/checks/types/format-quantity.ts'

const resultsMax = 1_000

const text = z.string().min(1)
const spec = z
  .strictObject({ ...awsSignIn, query: text, aggregatorName: text.optional() })
  .refine(hasWholeKey, wholeKey)
type AwsConfigSpec = z.infer<typeof spec>

export const awsConfig = defineCheckType<AwsConfigSpec>({
  key: 'awsConfig',
  requires: 'Needs an AWS account: set accessKey and secretKey, or connection.',
  spec,
  formatEndpoint: (checkSpec) => `AWS Config in ${formatRegion(checkSpec)}`,
  run: async (checkSpec, run) => {
    const client = await openAws(checkSpec, run)
    const { ConfigServiceClient, paginateSelectAggregateResourceConfig, paginateSelectResourceConfig } =
      await import('@aws-sdk/client-config-service')
    const paged = { client: new ConfigServiceClient(awsClientOptions(client('AWS Config'))) }
    const { query: Expression, aggregatorName } = checkSpec
    const pages =
      aggregatorName === undefined
        ? paginateSelectResourceConfig(paged, { Expression })
        : paginateSelectAggregateResourceConfig(paged, { Expression, ConfigurationAggregatorName: aggregatorName })
    const results: unknown[] = []
    for await (const { Results } of bounded<{ Results?: string[] | undefined }>(pages)) {
      results.push(...requireField(Results).map(parseJsonOrText))
      if (results.length > resultsMax)
        return { pass: false, message: `More than ${resultsMax} resources match. Narrow the query.` }
    }
    const message = formatQuantity(results.length, 'resource')
    return { pass: true, message, details: { results, count: results.length } }
  },
})
