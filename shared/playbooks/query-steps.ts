import { z } from 'zod'
import { fieldMapping } from '#shared/logs/field-mapping.ts'
import { valueSourceSchema } from '#shared/playbooks/value-source.ts'
import { matchedSelectorSchema } from '#shared/resources/document-selector.ts'
import { booleanField, filledText, scalar } from '#shared/primitives/document-scalars.ts'

const text = z.string()
/** Of another program: accepted, checked where a run reads it. */
const given = z.unknown().optional()
const login = {
  connection: text.optional(),
  username: valueSourceSchema.optional(),
  password: valueSourceSchema.optional(),
}
const httpLogin = {
  ...login,
  bearer: valueSourceSchema.optional(),
  oauth: given,
  tls: given,
  headers: given,
  ntlm: booleanField.optional(),
  ntlmv2: booleanField.optional(),
  digest: booleanField.optional(),
}
const range = { start: text.optional(), end: text.optional() }
/** Applied to the lines that a query finds, in this order. */
const lineChoice = {
  mapping: fieldMapping.optional(),
  /** CEL over the fields of a line; a line stays if one of them is true. */
  match: z.array(filledText).optional(),
  /** Lines whose fields are equal count as one; with `window`, only those this long after the first. */
  dedupe: z.strictObject({ fields: z.array(filledText).min(1), window: text.optional() }).optional(),
}
const limit = scalar.optional()

export const logBackends = ['loki', 'opensearch', 'cloudwatch', 'kubernetes'] as const

export const logsStep = z
  .strictObject({
    loki: z
      .strictObject({
        ...httpLogin,
        ...range,
        ...lineChoice,
        url: text.optional(),
        query: filledText,
        limit,
        since: text.optional(),
        step: text.optional(),
        interval: text.optional(),
        direction: text.optional(),
      })
      .optional(),
    opensearch: z
      .strictObject({
        ...httpLogin,
        ...lineChoice,
        address: text.optional(),
        url: text.optional(),
        index: filledText,
        query: filledText,
        limit,
      })
      .optional(),
    cloudwatch: z
      .strictObject({
        ...range,
        ...lineChoice,
        connection: text.optional(),
        accessKey: valueSourceSchema.optional(),
        secretKey: valueSourceSchema.optional(),
        sessionToken: valueSourceSchema.optional(),
        assumeRole: text.optional(),
        region: text.optional(),
        endpoint: text.optional(),
        skipTLSVerify: booleanField.optional(),
        logGroup: filledText,
        query: filledText,
        limit,
      })
      .optional(),
    kubernetes: z
      .strictObject({
        ...range,
        ...lineChoice,
        connection: text.optional(),
        kubeconfig: valueSourceSchema.optional(),
        eks: given,
        gke: given,
        cnrm: given,
        apiVersion: text.optional(),
        kind: filledText,
        namespace: filledText,
        name: filledText,
        pods: z.array(matchedSelectorSchema).optional(),
        containers: z.array(filledText).optional(),
        limit,
      })
      .optional(),
  })
  .refine((step) => logBackends.filter((backend) => step[backend] !== undefined).length === 1, {
    message: `needs exactly one of ${logBackends.join(', ')}`,
  })
export type LogsStep = z.infer<typeof logsStep>

export const prometheusStep = z.strictObject({
  ...httpLogin,
  url: text.optional(),
  query: filledText,
  range: z.strictObject({ start: filledText, end: filledText, step: filledText }).optional(),
  /** Labels of every row, also of series without them. */
  matchLabels: z.array(filledText).optional(),
  /** Labels of a series that the result shows; all by default. */
  selectLabels: z.array(filledText).optional(),
})
export type PrometheusStep = z.infer<typeof prometheusStep>
