import { createAwsOptions, invalidStsResponse, openAwsAccess } from '#relay/backend/clients/clouds/aws-access.ts'
import { awsClientOptions, type AwsClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import type { ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { AwsSpec } from './aws-spec.ts'

export interface AwsApi {
  readonly account: string
  readonly region: string
  readonly partition: string
  readonly client: (service: string) => AwsClientOptions
  readonly in: (region: string) => AwsApi
}

export const openAwsApis = async (spec: AwsSpec, run: ScrapeContext): Promise<readonly [AwsApi, ...AwsApi[]]> => {
  const [named, ...others] = spec.region ?? []
  const { access, region: first } = await openAwsAccess(spec, named, run)
  const { STSClient, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts')
  const client = new STSClient(awsClientOptions(createAwsOptions(access, first)('STS')))
  const { Account: account, Arn: arn } = await client.send(new GetCallerIdentityCommand())
  if (account === undefined || arn === undefined) throw invalidStsResponse()
  const [, partition = 'aws'] = arn.split(':')
  const toApi = (region: string): AwsApi => ({
    account,
    region,
    partition,
    client: createAwsOptions(access, region),
    in: toApi,
  })
  return [toApi(first), ...others.map(toApi)]
}
