import { z } from 'zod'
import { listNames } from '#shared/primitives/list-names.ts'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { bounded, requireField } from '#relay/backend/clients/clouds/aws-access.ts'
import { awsClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import { awsSignIn, formatRegion, hasWholeKey, openAws, wholeKey } from '#relay/backend/clients/clouds/aws-fields.ts'

const shownMax = 5

const text = z.string().min(1)
const compliance = z.enum(['COMPLIANT', 'NON_COMPLIANT', 'NOT_APPLICABLE', 'INSUFFICIENT_DATA'])
const spec = z
  .strictObject({
    ...awsSignIn,
    rules: z.array(text).max(25, 'must have at most 25 entries, a limit of AWS').optional(),
    ignoreRules: z.array(text).optional(),
    complianceTypes: z.array(compliance).min(1).default(['NON_COMPLIANT']),
  })
  .refine(hasWholeKey, wholeKey)
type AwsConfigRuleSpec = z.infer<typeof spec>

export const awsConfigRule = defineCheckType<AwsConfigRuleSpec>({
  key: 'awsConfigRule',
  requires: 'Needs an AWS account: set accessKey and secretKey, or connection.',
  spec,
  formatEndpoint: (checkSpec) => `AWS Config rules in ${formatRegion(checkSpec)}`,
  run: async (checkSpec, run) => {
    const { rules, ignoreRules = [], complianceTypes } = checkSpec
    const client = await openAws(checkSpec, run)
    const { ConfigServiceClient, paginateDescribeComplianceByConfigRule } =
      await import('@aws-sdk/client-config-service')
    const pages = paginateDescribeComplianceByConfigRule(
      { client: new ConfigServiceClient(awsClientOptions(client('AWS Config'))) },
      { ...(rules !== undefined && { ConfigRuleNames: rules }), ComplianceTypes: complianceTypes },
    )
    const results: { rule: string; compliance: string; resources: number | null }[] = []
    for await (const page of bounded(pages))
      for (const { ConfigRuleName: rule = '', Compliance: found } of requireField(page.ComplianceByConfigRules))
        if (!ignoreRules.includes(rule))
          results.push({
            rule,
            compliance: found?.ComplianceType ?? '',
            resources: found?.ComplianceContributorCount?.CappedCount ?? null,
          })
    const details = { results, count: results.length }
    const wanted = complianceTypes.join(', ')
    if (results.length === 0) return { pass: true, message: `No rule is ${wanted}`, details }
    const message = `${wanted}: ${listNames(
      results.map(({ rule }) => rule),
      shownMax,
    )}`
    return { pass: false, message: `${message}.`, messageIfTestPasses: message, details }
  },
})
