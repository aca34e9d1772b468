// @vitest-environment jsdom
import '#client/testing/setup.ts'
import { expect, test } from 'vitest'
import { connectionTypes } from '#shared/connections/connection-types.ts'
import { connectionSchema } from '#client/features/settings/connections/connection-form.ts'
import { fillForm, formTexts, type FormTable } from '#client/testing/fill-form.ts'
import { listSpecTypes, withFormIssues } from '#client/features/settings/resources/form/spec-forms.ts'
import { readCanarySpec } from '#relay/backend/checks/spec/canary-spec.ts'
import { checkKinds } from '#relay/backend/checks/types/check-types.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { readScraperSpec } from '#relay/backend/scrapers/scraper-spec.ts'
import { readTopologySpec } from '#relay/backend/topology/read-topology-spec.ts'

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

test('every check that runs here has a form', () => {
  const formed = new Set(listForms('canaries', () => true).map(([, { key }]) => key))
  const aliases = new Set([
    'ping',
    'postgresql',
    'mongo',
    'alertManager',
    'mail',
    'configDB',
    'dockerPull',
    'containerdPull',
  ])
  expect([...checkKeys].filter((key) => !formed.has(key) && !aliases.has(key))).toEqual([])
})

test.each(listForms('config_scrapers', () => true))(
  'a scraper of type %s is created by its form',
  async (_label, type) => {
    const document = fillForm('config_scrapers', type)
    expect(withFormIssues('config_scrapers', undefined)(document)).toEqual([])
    expect(await readScraperSpec(document, scraperKinds)).not.toHaveProperty('error')
  },
)

test.each(listForms('topologies', () => true))('a %s of a topology is created by its form', async (_label, type) => {
  const document = fillForm('topologies', type)
  expect(withFormIssues('topologies', undefined)(document)).toEqual([])
  expect(await readTopologySpec(document, checkKinds)).not.toHaveProperty('error')
})

test.each(connectionTypes.map((type) => [type.title, type] as const))(
  'a connection of type %s is created by its form, and its errors name their fields',
  (_title, type) => {
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
    expect(schema.safeParse({ ...initial, name: 'shop', values }).error).toBeUndefined()
  },
)
