import { z } from 'zod'
import { listNames } from '#shared/primitives/list-names.ts'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { askAwsJson } from '#relay/backend/clients/clouds/aws-json.ts'
import type { AwsClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import { awsSignIn, formatRegion, hasWholeKey, openAws, wholeKey } from '#relay/backend/clients/clouds/aws-fields.ts'
import { formatQuantity } from '#relay/backend/checks/types/format-quantity.ts'

const alarmsMax = 1_000
const pageSize = 100
const shownMax = 5

const text = z.string().min(1)
const alarmFilter = {
  actionPrefix: text.optional(),
  alarmPrefix: text.optional(),
  alarms: z.array(text).max(100).optional(),
  state: z.enum(['ALARM', 'OK', 'INSUFFICIENT_DATA']).optional(),
}
const spec = z
  .strictObject({
    ...awsSignIn,
    ...alarmFilter,
    /** The same fields, in the form of other documents. */
    filter: z.strictObject(alarmFilter).optional(),
  })
  .refine(hasWholeKey, wholeKey)
  .transform(({ filter, ...fields }) => ({ ...fields, ...filter }))
type CloudwatchSpec = z.infer<typeof spec>

const alarm = z.looseObject({
  AlarmName: z.string(),
  StateValue: z.string(),
  StateReason: z.string().nullish(),
})
type Alarm = z.infer<typeof alarm>
const page = z
  .looseObject({
    MetricAlarms: z.array(alarm).optional(),
    CompositeAlarms: z.array(alarm).optional(),
    NextToken: z.string().nullish(),
  })
  .refine(({ MetricAlarms, CompositeAlarms }) => (MetricAlarms ?? CompositeAlarms) !== undefined)

const listAlarms = async (
  { actionPrefix, alarmPrefix, alarms: names }: CloudwatchSpec,
  client: AwsClientOptions,
): Promise<readonly Alarm[]> => {
  const found: Alarm[] = []
  for (let next: string | undefined; ;) {
    const read = await askAwsJson(client, {
      service: 'monitoring',
      target: 'GraniteServiceVersion20100801.DescribeAlarms',
      json: {
        AlarmTypes: ['MetricAlarm', 'CompositeAlarm'],
        MaxRecords: pageSize,
        ...(actionPrefix !== undefined && { ActionPrefix: actionPrefix }),
        ...(alarmPrefix !== undefined && { AlarmNamePrefix: alarmPrefix }),
        ...(names !== undefined && { AlarmNames: names }),
        ...(next !== undefined && { NextToken: next }),
      },
      schema: page,
    })
    found.push(...(read.MetricAlarms ?? []), ...(read.CompositeAlarms ?? []))
    if (found.length > alarmsMax) throw new Error(`More than ${alarmsMax} alarms match. Set alarmPrefix or alarms`)
    next = read.NextToken ?? undefined
    if (next === undefined || next === '') return found
  }
}

/** Without `state`, alarms in ALARM fail the check; with it, those of this state unless it is OK. */
export const cloudwatch = defineCheckType<CloudwatchSpec>({
  key: 'cloudwatch',
  requires: 'Needs an AWS account: set accessKey and secretKey, or connection.',
  spec,
  formatEndpoint: (checkSpec) => `CloudWatch in ${formatRegion(checkSpec)}`,
  run: async (checkSpec, run) => {
    const client = await openAws(checkSpec, run)
    const all = await listAlarms(checkSpec, client('CloudWatch'))
    const missing = (checkSpec.alarms ?? []).filter((name) => !all.some(({ AlarmName }) => AlarmName === name))
    if (missing.length > 0) return { pass: false, message: `No alarm is named ${missing.join(', ')}.` }
    if (all.length === 0)
      return {
        pass: false,
        message: 'No alarm matches.',
        messageIfTestPasses: '0 alarms',
        details: { results: [], count: 0 },
      }
    const { state } = checkSpec
    const results = all.filter(({ StateValue }) => state === undefined || StateValue === state)
    const failing = results.filter(({ StateValue }) =>
      state === undefined ? StateValue === 'ALARM' : StateValue !== 'OK',
    )
    const details = { results, count: results.length }
    if (failing.length === 0)
      return {
        pass: true,
        message: `${formatQuantity(results.length, 'alarm')} without a failure`,
        details,
      }
    const names = failing.map(({ AlarmName }) => AlarmName)
    const named = `${state ?? 'ALARM'}: ${listNames(names, shownMax)}`
    return { pass: false, message: `${named}.`, messageIfTestPasses: named, details }
  },
})
