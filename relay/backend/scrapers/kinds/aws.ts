import { partOf } from '#relay/backend/scrapers/kinds/part-of.ts'
import type { Found, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { awsApisOf } from './aws/aws-api.ts'
import { accountType } from './aws/aws-item.ts'
import { awsSpec, isWantedType, leftOut, type AwsSpec } from './aws/aws-spec.ts'
import { ec2Parts } from './aws/ec2-items.ts'
import { serviceParts } from './aws/service-items.ts'
import { trailChanges } from './aws/trail-events.ts'

const parts = [...ec2Parts, ...serviceParts]

/** What an account of AWS has in some regions, and what of it uses what. */
export const aws: ScraperType<AwsSpec> = {
  key: 'aws',
  spec: awsSpec,
  defaultType: 'AWS',
  endpointOf: ({ connection, region }) =>
    `AWS${connection === undefined ? '' : ` by ${connection}`}${region === undefined ? '' : ` in ${region.join(', ')}`}`,
  async *scrape(given, run): AsyncGenerator<Found> {
    for (const reason of leftOut(given)) yield { kind: 'fault', reason, isBeside: true }
    const apis = await awsApisOf(given, run)
    const [{ account, partition }] = apis
    yield {
      kind: 'item',
      config: { account, partition },
      known: { type: accountType, id: account, name: account, configClass: 'Account', source: `AWS ${account}` },
    }
    for (const [index, api] of apis.entries())
      for (const { type, isGlobal, items } of parts) {
        if ((isGlobal && index > 0) || !isWantedType(given, type)) continue
        yield* partOf(isGlobal ? type : `${type} in ${api.region}`, items(api))
      }
    const { cloudtrail } = given
    if (cloudtrail === undefined) return
    for (const api of apis)
      yield* partOf(`CloudTrail in ${api.region}`, trailChanges(api, cloudtrail), { isBeside: true })
  },
}
