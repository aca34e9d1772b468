import { z } from 'zod'
import { listNames } from '#shared/primitives/list-names.ts'
import { matchingTexts } from '#relay/backend/templates/template.ts'
import { defineCheckType } from './define-check-type.ts'
import { tlsConfig } from '#relay/backend/clients/run/fields.ts'
import { httpSignIn, jsonOver } from '#relay/backend/clients/http/http-json.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'
import { formatQuantity } from '#relay/backend/checks/types/format-quantity.ts'

const pattern = z.string()

const names = z.union([
  z.array(pattern),
  z.string().transform((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
])
/** `name=value`, or as Alertmanager writes it: `name="value"` and `name=~"pattern"`. */
const matcher = /^([^\s=!~"]+)\s*=~?\s*(?:"((?:\\.|[^"\\])*)"|([^"]*))$/

const parseMatchers = (text: string, context: z.core.$RefinementCtx<string>): Readonly<Record<string, string>> => {
  const found: Record<string, string> = {}
  for (const part of text.match(/(?:"(?:\\.|[^"\\])*"|[^,"])+/g) ?? []) {
    const written = part.trim()
    if (written === '') continue
    const [, name, quoted, plain] = matcher.exec(written) ?? []
    if (name === undefined) context.addIssue({ code: 'custom', message: `invalid matcher ${JSON.stringify(written)}` })
    else found[name] = (quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '').trim()
  }
  return found
}
const matchers = z.union([z.record(z.string(), pattern), z.string().transform(parseMatchers)], {
  error: 'must be a map of labels and patterns, or label=value pairs separated by commas',
})

const spec = z
  .strictObject({
    url: z.string().optional(),
    host: z.string().optional(),
    alerts: names.optional(),
    filters: matchers.optional(),
    exclude_filters: matchers.optional(),
    ignore: names.optional(),
    tls: tlsConfig.optional(),
    ...httpSignIn,
  })
  .refine(({ host, url, connection }) => (host ?? url ?? connection ?? '') !== '', {
    message: 'required',
    path: ['url'],
  })
type AlertmanagerSpec = z.infer<typeof spec>

const responseSchema = z.array(
  z.looseObject({
    labels: z.record(z.string(), z.string()),
    annotations: z.record(z.string(), z.string()).optional(),
    startsAt: z.string().optional(),
    fingerprint: z.string().optional(),
  }),
)
type Alert = z.infer<typeof responseSchema>[number]

export const alertmanager = defineCheckType<AlertmanagerSpec>({
  key: 'alertmanager',
  spec,
  formatEndpoint: ({ host, url, connection }) => shownAddress(url ?? host ?? connection ?? ''),
  listExpressions: ({ alerts = [], ignore = [], filters = {}, exclude_filters: excluded = {} }) =>
    Object.entries({
      alerts,
      ignore,
      filters: Object.values(filters),
      exclude_filters: Object.values(excluded),
    }).flatMap(([field, patterns]) =>
      patterns.map((source) => ({ path: [field], expression: { language: 'pattern' as const, source } })),
    ),
  run: async (spec, run) => {
    const path = '/api/v2/alerts?active=true&silenced=false&inhibited=false'
    const read = responseSchema.safeParse(await jsonOver(spec, { url: spec.url ?? spec.host, path }, run))
    if (!read.success) return { pass: false, message: 'Not an Alertmanager alert list.' }
    const firing = await wanted(read.data, spec, run.signal)
    const shown = firing.map(({ labels }) => labels['alertname'] ?? 'unnamed alert')
    const summary = `${formatQuantity(firing.length, 'alert')} firing`
    return {
      pass: firing.length === 0,
      message: firing.length === 0 ? 'No alerts firing' : `Expected no alerts, firing: ${listNames(shown, 5)}.`,
      ...(firing.length === 0 ? {} : { messageIfTestPasses: summary, messageIfTransformed: summary }),
      details: {
        count: firing.length,
        alerts: firing.map(({ labels, annotations, startsAt, fingerprint }) => ({
          name: labels['alertname'] ?? '',
          labels,
          annotations,
          startsAt,
          fingerprint,
        })),
      },
    }
  },
})

const wanted = async (
  alerts: readonly Alert[],
  { alerts: named = [], ignore = [], filters = {}, exclude_filters: excluded = {} }: AlertmanagerSpec,
  signal: AbortSignal,
): Promise<Alert[]> => {
  const matching = (pattern: string, label: string) =>
    matchingTexts(
      `^(?:${pattern})$`,
      alerts.map(({ labels }) => labels[label] ?? ''),
      { signal },
    )
  const ofNames = (patterns: readonly string[]) =>
    Promise.all(patterns.map((pattern) => matching(pattern, 'alertname')))
  const ofLabels = (patterns: Readonly<Record<string, string>>) =>
    Promise.all(Object.entries(patterns).map(([label, pattern]) => matching(pattern, label)))
  const [byName, ignored, included, left] = await Promise.all([
    ofNames(named),
    ofNames(ignore),
    ofLabels(filters),
    ofLabels(excluded),
  ])
  return alerts.filter(
    (_, index) =>
      (byName.length === 0 || byName.some((found) => found[index])) &&
      !ignored.some((found) => found[index]) &&
      included.every((found) => found[index]) &&
      !left.some((found) => found[index]),
  )
}
