import { partBeside, readPart } from '#relay/backend/scrapers/kinds/read-part.ts'
import type { Found, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { openAwsApis, type AwsApi } from './aws/aws-api.ts'
import { accountType } from './aws/aws-item.ts'
import { awsSpec, isWantedType, leftOut, type AwsSpec } from './aws/aws-spec.ts'
import { complianceFindings, configAnalyzer } from './aws/compliance.ts'
import { ec2Parts } from './aws/ec2-items.ts'
import { KnownBefore } from './aws/known-before.ts'
import { resourceCosts } from './aws/resource-costs.ts'
import { serviceParts } from './aws/service-items.ts'
import { trailChanges } from './aws/trail-events.ts'
import { advisor, advisorFindings } from './aws/trusted-advisor.ts'

const parts = [...ec2Parts, ...serviceParts]

/** Findings and costs must be read before the items that they belong to. */
async function* beforeItems(
  { compliance = false, trusted_advisor_check: isAdvised, costReporting, cost_reporting, exclude }: AwsSpec,
  apis: readonly [AwsApi, ...AwsApi[]],
  known: KnownBefore,
  signal: AbortSignal,
): AsyncGenerator<Found> {
  const [first] = apis
  if (compliance !== false)
    for (const api of apis)
      yield* partBeside(`Compliance in ${api.region}`, () => known.addFindings(configAnalyzer, complianceFindings(api)))
  if (isAdvised === true)
    yield* partBeside('Trusted Advisor', () => known.addFindings(advisor, advisorFindings(first, exclude)))
  const report = costReporting ?? cost_reporting
  if (report === undefined) return
  const api = report.region === undefined ? first : first.in(report.region)
  yield* partBeside(`Costs of ${report.database}.${report.table}`, () =>
    known.addCosts(resourceCosts(api, report, signal)),
  )
}

export const aws: ScraperType<AwsSpec> = {
  key: 'aws',
  spec: awsSpec,
  defaultType: 'AWS',
  describeEndpoint: ({ connection, region }) =>
    `AWS${connection === undefined ? '' : ` by ${connection}`}${region === undefined ? '' : ` in ${region.join(', ')}`}`,
  async *scrape(spec, run): AsyncGenerator<Found> {
    for (const reason of leftOut(spec)) yield { kind: 'error', reason, isBeside: true }
    const apis = await openAwsApis(spec, run)
    const [{ account, partition }] = apis
    const known = new KnownBefore()
    yield* beforeItems(spec, apis, known, run.signal)
    yield known.withKnown({
      kind: 'item',
      config: { account, partition },
      known: { type: accountType, id: account, name: account, configClass: 'Account', source: `AWS ${account}` },
    })
    for (const [index, api] of apis.entries())
      for (const { type, isGlobal, items } of parts) {
        if ((isGlobal && index > 0) || !isWantedType(spec, type)) continue
        for await (const found of readPart(isGlobal ? type : `${type} in ${api.region}`, items(api)))
          yield found.kind === 'item' ? known.withKnown(found) : found
      }
    const { cloudtrail } = spec
    if (cloudtrail === undefined) return
    for (const api of apis)
      yield* readPart(`CloudTrail in ${api.region}`, trailChanges(api, cloudtrail), { isBeside: true })
  },
}
