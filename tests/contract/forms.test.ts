// @vitest-environment jsdom
import '#client/testing/setup.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { initialValues, toConnectionWrite } from '#shared/connections/connection-row.ts'
import { connectionTypes } from '#shared/connections/connection-types.ts'
import { toRuleRow } from '#shared/notifications/rule-spec.ts'
import { silenceRoute } from '#shared/notifications/silence-route.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { checkRuleSpec } from '#client/features/notifications/rules/rule-spec-check.ts'
import { recipientIn, withRecipient } from '#client/features/notifications/rules/rule-recipient.ts'
import {
  silenceSchema,
  toSilenceTerms,
  type SilenceForm,
} from '#client/features/notifications/silences/silence-form.ts'
import { silencedColumns } from '#client/features/notifications/silences/silences-api.ts'
import { editedKinds } from '#client/features/settings/resources/edited-kinds.ts'
import { readRuleSpec } from '#relay/backend/incidents/rules/read-rules.ts'
import { validateRow } from '#relay/backend/schemas/validate-row.ts'
import { connectionSchema } from '#client/features/settings/connections/connection-form.ts'
import { fillForm, formTexts, type FormTable } from '#client/testing/fill-form.ts'
import { listSpecTypes, withFormIssues } from '#client/features/settings/resources/form/spec-forms.ts'
import { readCanarySpec } from '#relay/backend/checks/spec/canary-spec.ts'
import { checkKinds } from '#relay/backend/checks/types/check-types.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { readScraperSpec } from '#relay/backend/scrapers/scraper-spec.ts'
import { readTopologySpec } from '#relay/backend/topology/read-topology-spec.ts'

const toMap = (value: unknown): Readonly<Record<string, unknown>> => (isMap(value) ? value : {})

const listForms = (table: FormTable, isHere: (key: string) => boolean) =>
  listSpecTypes(table)
    .filter(({ key, fields }) => key !== null && fields !== undefined && isHere(key))
    .map((type) => [type.label, type] as const)

const checkKeys = new Set(checkKinds.map(({ key }) => key))
test.each(listForms('canaries', (key) => checkKeys.has(key)))(
  'a check of type %s is created by its form',
  async (_label, type) => {
    const document = fillForm('canaries', type)
    expect(withFormIssues('canaries', undefined)(document)).toEqual([])
    const { checks, error } = await readCanarySpec(document, checkKinds)
    expect([error, ...checks.map((check) => check.error)]).toEqual([undefined, undefined])
  },
)

test('every type of check has a form', () => {
  const formed = new Set(listForms('canaries', () => true).map(([, { key }]) => key))
  // An alias shares the spec of its type.
  const formedSpecs = new Set(checkKinds.flatMap(({ key, spec }) => (formed.has(key) ? [spec] : [])))
  expect(checkKinds.filter(({ spec }) => !formedSpecs.has(spec)).map(({ key }) => key)).toEqual([])
})

test.each(listForms('config_scrapers', () => true))(
  'a scraper of type %s is created by its form',
  async (_label, type) => {
    const document = fillForm('config_scrapers', type)
    expect(withFormIssues('config_scrapers', undefined)(document)).toEqual([])
    expect(await readScraperSpec(document, scraperKinds)).not.toHaveProperty('error')
  },
)

test('every type of scraper has a form', () => {
  const formed = new Set(listForms('config_scrapers', () => true).map(([, { key }]) => key))
  expect(scraperKinds.here.filter(({ key }) => !formed.has(key)).map(({ key }) => key)).toEqual([])
})

test.each(listForms('topologies', () => true))('a %s of a topology is created by its form', async (_label, type) => {
  const document = fillForm('topologies', type)
  expect(withFormIssues('topologies', undefined)(document)).toEqual([])
  expect(await readTopologySpec(document, checkKinds)).not.toHaveProperty('error')
})

test.each(connectionTypes.map((type) => [type.title, type] as const))(
  'a connection of type %s is created by its form, and its errors name their fields',
  async (_title, type) => {
    const initial = { name: '', namespace: 'default', values: {} }
    const schema = connectionSchema(type, initial)
    const missing = schema.safeParse({ ...initial, name: 'shop' }).error?.issues ?? []
    const required = missing.map(({ path }) => String(path[1]))
    expect(required.filter((name) => !type.fields.some((field) => field.name === name))).toEqual([])
    const values = Object.fromEntries(
      type.fields.flatMap(({ name, options }) =>
        required.includes(name) ? [[name, options?.find((option) => option !== '') ?? formTexts[name] ?? '1']] : [],
      ),
    )
    const entered = { ...initial, name: 'shop', values }
    expect(schema.safeParse(entered).error).toBeUndefined()
    const row = toConnectionWrite(type, { ...entered, values: { ...initialValues(type), ...values } }, null)
    expect(await validateRow('connections', row)).toBeUndefined()
    const texts = [row.url, row.username, row.password, row.certificate, ...Object.values(row.properties)]
    expect(texts.filter((text) => /undefined|\[object/.test(String(text)))).toEqual([])
  },
)

test('an incident rule is created by its form, and each list of its resources is read', async () => {
  const spec = { ...toMap(parse(editedKinds.incident_rules.firstSpec)), components: [{ types: ['Service'] }] }
  expect(await validateRow('incident_rules', { name: 'storms', spec })).toBeUndefined()
  expect(await readRuleSpec(spec)).not.toHaveProperty('error')
  expect(await validateRow('incident_rules', { name: 'storms', spec: { ...spec, priority: 'high' } })).toContain(
    'priority',
  )
})

const recipients = {
  connection: 'connection://default/chat',
  url: 'https://hooks.shop.test/x',
  person: '018f2b3c-0000-7000-8000-000000000001',
  team: '018f2b3c-0000-7000-8000-000000000002',
  onCall: '018f2b3c-0000-7000-8000-000000000002',
  playbook: 'restart',
} as const

test.each(Object.entries(recipients))('a notification rule to a %s is created by its form', async (kind, to) => {
  const text = editedKinds.notifications.firstSpec
  const spec: unknown = parse(withRecipient(text, parse(text), kind as keyof typeof recipients, to))
  expect(checkRuleSpec(spec)).toEqual([])
  expect(recipientIn(spec)).toEqual({ kind, to })
  const read = toRuleRow(toMap(spec), { findName: (_kind, id) => id, findId: (_kind, name) => name })
  const row = 'row' in read ? read.row : { error: read.error }
  expect(row).not.toHaveProperty('error')
  expect(await validateRow('notifications', { name: 'failures', ...row })).toBeUndefined()
  expect(checkRuleSpec(parse(text)).map(({ path }) => path)).toEqual([['to']])
})

const silence: SilenceForm = {
  name: 'nights',
  resource: null,
  until: 'now+2h',
  other: '',
  selectors: '',
  filter: '',
  description: '',
  recursive: false,
  isRecurring: false,
  days: [],
  windowFrom: '',
  windowTo: '',
  zone: '',
}
const silences: readonly (readonly [by: string, typed: Partial<SilenceForm>])[] = [
  ['a filter', { filter: 'check.type == "http"' }],
  ['selectors', { selectors: '- types: [Kubernetes::Pod]' }],
  ...silencedColumns.map((column) => [column, { resource: { column, id: 'c1', name: 'web' } }] as const),
  ['a window', { filter: 'true', isRecurring: true, days: [1], windowFrom: '22:00', windowTo: '06:00', zone: 'UTC' }],
  ['an end of its own', { filter: 'true', until: 'other', other: '2027-01-01 18:00' }],
  ['recovery', { filter: 'true', until: 'recovers' }],
]
test.each(silences)('a silence by %s is created by its form', async (_by, typed) => {
  const form: SilenceForm = { ...silence, ...typed }
  expect(silenceSchema.safeParse(form).error).toBeUndefined()
  const { name } = form
  const sent = silenceRoute.body.safeParse({ name, ...toSilenceTerms(form) })
  expect(sent.error).toBeUndefined()
  expect(await validateRow('notification_silences', { name, ...sent.data })).toBeUndefined()
})
