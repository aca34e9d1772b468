import { awsClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import { bounded, requireField } from '#relay/backend/clients/clouds/aws-access.ts'
import type { AwsApi } from './aws-api.ts'
import type { Finding } from './known-before.ts'

export const configAnalyzer = 'AWS Config'

/** AWS Config uses another name for this type. */
const toItemType = (type: string | undefined) => (type === 'AWS::EC2::Volume' ? 'AWS::EBS::Volume' : type)

export async function* complianceFindings(api: AwsApi): AsyncGenerator<Finding> {
  const {
    ConfigServiceClient,
    paginateDescribeComplianceByConfigRule,
    paginateDescribeConfigRules,
    paginateGetComplianceDetailsByConfigRule,
  } = await import('@aws-sdk/client-config-service')
  const client = new ConfigServiceClient(awsClientOptions(api.client('CONFIG')))
  const ComplianceTypes = ['NON_COMPLIANT' as const]
  const names: string[] = []
  for await (const page of bounded(paginateDescribeComplianceByConfigRule({ client }, { ComplianceTypes })))
    names.push(...requireField(page.ComplianceByConfigRules).flatMap(({ ConfigRuleName }) => ConfigRuleName ?? []))
  if (names.length === 0) return
  const descriptions = new Map<string | undefined, string | undefined>()
  for await (const { ConfigRules: rules = [] } of bounded(paginateDescribeConfigRules({ client }, {})))
    for (const { ConfigRuleName, Description } of rules) descriptions.set(ConfigRuleName, Description)
  for (const rule of names) {
    const query = { ConfigRuleName: rule, ComplianceTypes }
    const pages = paginateGetComplianceDetailsByConfigRule({ client, pageSize: 100 }, query)
    for await (const { EvaluationResults: results } of bounded(pages))
      for (const { EvaluationResultIdentifier: of, Annotation: annotation } of requireField(results)) {
        const { ResourceId: id, ResourceType } = of?.EvaluationResultQualifier ?? {}
        if (id === undefined) continue
        yield {
          id,
          type: toItemType(ResourceType),
          region: api.region,
          insight: {
            analyzer: configAnalyzer,
            analysisType: 'compliance',
            severity: 'medium',
            summary: rule,
            message: [descriptions.get(rule), annotation].filter(Boolean).join('\n') || null,
            source: `AWS Config in ${api.region}`,
          },
        }
      }
  }
}
