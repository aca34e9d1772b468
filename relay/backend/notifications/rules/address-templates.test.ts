import { expect, test } from 'vitest'
import { toSystemMailUrl } from '#relay/backend/notifications/people/system-mail.ts'
import { fillAddress, findAddressError, listAddressTemplates } from './address-templates.ts'

const mail = toSystemMailUrl('ops@example.test, {{.labels.owner}}@{{.labels.domain}}')

test('an address has templates, also one of the own mail server', () => {
  expect(listAddressTemplates('slack://token@{{.labels.channel}}')).toEqual(['{{.labels.channel}}'])
  expect(listAddressTemplates(mail)).toEqual(['{{.labels.owner}}', '{{.labels.domain}}'])
  expect(listAddressTemplates('https://hooks.example.test/a')).toEqual([])
})

test.each([
  [
    'https://hooks.example.test/{{.name}}?to={{.type}}',
    ['a/b?c#d', 'x&y=z'],
    'https://hooks.example.test/a%2Fb%3Fc%23d?to=x%26y%3Dz',
  ],
  ['slack://token@{{ .labels.channel }}', [' alerts '], 'slack://token@alerts'],
  ['https://{{.host}}/a', ['evil.test/?'], 'https://evil.test%2F%3F/a'],
  [mail, ['ada', 'example.test'], toSystemMailUrl('ops@example.test, ada@example.test')],
])('fills %s with %j', (url, values, filled) => {
  expect(fillAddress(url, values)).toBe(filled)
})

test.each([
  [mail, ['ada', ''], 'needs a value: {{.labels.domain}} is empty'],
  [mail, ['ada', 'example.test,eve@example.test'], '{{.labels.domain}} is not part of one mail address'],
  ['slack://token@{{.labels.channel}}', [], 'needs a value'],
])('does not send to %s with %j', (url, values, reason) => {
  expect(() => fillAddress(url, values)).toThrow(reason)
})

test.each([
  ['https://a.test/{{.check.name}}', undefined],
  ['https://a.test/{{if .check}}a{{end}}', '{{if .check}} is not a value: an address has no if, range or with.'],
  ['https://a.test/{{.check.name | nothing}}', expect.stringContaining('nothing')],
])('%s is checked before it is stored', async (url, error) => {
  expect(await findAddressError(url)).toEqual(error)
})
