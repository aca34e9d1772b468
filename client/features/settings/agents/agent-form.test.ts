import { expect, test } from 'vitest'
import { agentFormSchema, emptyAgent } from './agent-form.ts'

const findErrors = (form: Partial<typeof emptyAgent>) =>
  agentFormSchema.safeParse({ ...emptyAgent, ...form }).error?.issues.map(({ path, message }) => [path[0], message])

test('reads labels as names and values', () => {
  expect(agentFormSchema.parse({ name: ' edge-1 ', labels: 'region = eu, site=FRA, ', schedule: '' })).toEqual({
    name: 'edge-1',
    properties: { region: 'eu', site: 'FRA' },
    schedule: '',
  })
})

test.each([
  [{ name: '' }, 'name', 'Enter a name.'],
  [{ name: 'two words' }, 'name', 'Use only A-Z, a-z, 0-9, dots, dashes and underscores.'],
  [{ name: 'edge', labels: 'region' }, 'labels', 'Enter name=value pairs, separated by commas.'],
])('reports the errors of %j', (form, field, message) => {
  expect(findErrors(form)).toContainEqual([field, message])
})
