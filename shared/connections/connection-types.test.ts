import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  connectionRowSchema,
  initialValues,
  isVisible,
  validateFields,
  toConnectionWrite,
  toFieldValues,
  type ConnectionWrite,
} from './connection-row.ts'
import { findConnectionType, connectionTypes, type ConnectionType } from './connection-types.ts'
import type { FieldValues } from './notification-address.ts'
import { isPlainSecret, parseTextSource, formatTextSource } from './stored-text.ts'

const asStored = (written: ConnectionWrite) => connectionRowSchema.parse({ id: 'c', ...written })
const getType = (name: string): ConnectionType => {
  const found = findConnectionType(name)
  if (found === undefined) throw new Error(`There is no type ${name}.`)
  return found
}
const written = (name: string, values: FieldValues) =>
  toConnectionWrite(
    getType(name),
    { name: 'one', namespace: 'default', values: { ...initialValues(getType(name)), ...values } },
    null,
  )

test('there are 45 unique types with a form each [SET-60,SET-61]', () => {
  const names = connectionTypes.map(({ type }) => type)
  expect(new Set(names).size).toBe(45)
  expect(names).toHaveLength(45)
  for (const { fields } of connectionTypes) expect(fields.length).toBeGreaterThan(0)
})

test.each([
  ['sftp', 'port', '22'],
  ['smb', 'port', '445'],
  ['email', 'port', '587'],
  ['email', 'encryptionMethod', 'Auto'],
  ['email', 'authMethod', 'Unknown'],
  ['opsgenie', 'host', 'api.opsgenie.com'],
  ['opsgenie', 'port', '443'],
  ['generic_webhook', 'requestMethod', 'POST'],
  ['generic_webhook', 'contentType', 'application/json'],
  ['generic_webhook', 'key', 'message'],
  ['generic_webhook', 'titleKey', 'title'],
  ['ntfy', 'host', 'ntfy.sh'],
  ['teams', 'host', 'outlook.office.com'],
  ['git', 'ref', 'main'],
])('a new %s starts with %s %s [SET-66,SET-67,SET-68,SET-69,SET-70,SET-71,SET-72]', (type, field, value) => {
  expect(initialValues(getType(type))[field]).toBe(value)
})

const filled = (type: ConnectionType) =>
  fc.record(
    Object.fromEntries(
      type.fields.map(({ name, input, options, isRequired }) => [
        name,
        input === 'choice'
          ? fc.constantFrom(...options)
          : input === 'switch'
            ? fc.constantFrom('', 'true')
            : input === 'port'
              ? fc.integer({ min: 1, max: 65_535 }).map(String)
              : fc.stringMatching(isRequired ? /^[a-z][a-z0-9.-]{0,12}$/ : /^[a-z0-9.-]{0,12}$/),
      ]),
    ),
  )

test.each(connectionTypes.map((type) => [type.type, type] as const))(
  'the form of %s reads back what it writes [SET-58,SET-59]',
  (_, type) => {
    fc.assert(
      fc.property(filled(type), (typed) => {
        expect(validateFields(type, typed)).toEqual({})
        const row = toConnectionWrite(type, { name: 'one', namespace: 'payments', values: typed }, null)
        expect(row).toMatchObject({ name: 'one', namespace: 'payments', type: type.type })
        const again = toFieldValues(type, asStored(row))
        // The authentication type of a repository is derived from its credentials.
        const stored = type.fields.filter((field) => isVisible(field, again) && field.name !== 'authentication')
        for (const { name } of stored) {
          if (type.type === 'git' && again['authentication'] !== typed['authentication']) continue
          expect(again[name]).toBe(typed[name])
        }
      }),
      { numRuns: 30 },
    )
  },
)

test.each(connectionTypes.filter(({ group }) => group === 'Notifications').map((type) => [type.type, type] as const))(
  'writes the address of %s without secrets [SET-62]',
  (_, type) => {
    const values = Object.fromEntries(
      type.fields.map(({ name, input, options, initial }) => [
        name,
        input === 'secret' ? `hidden-${name}` : input === 'port' ? '8443' : (options[0] ?? (initial || `some-${name}`)),
      ]),
    )
    const { url } = toConnectionWrite(type, { name: 'one', namespace: 'default', values }, null)
    expect(url).toMatch(/^[a-z]+(\+some-webhook)?(:\/\/|\?)./)
    expect(url).not.toContain('hidden-')
    expect(url).not.toContain('undefined')
  },
)

test('writes addresses of the sending library [SET-62]', () => {
  expect(written('discord', { username: '123', password: 'x' }).url).toBe('discord://$(password)@123')
  expect(written('slack', { username: 'C042', password: 'x', BotName: 'Quarterdeck' })).toMatchObject({
    url: 'slack://$(password)@C042',
    properties: { BotName: 'Quarterdeck' },
  })
  expect(written('ntfy', { topic: 'on-call', password: 'x' }).url).toBe(
    'ntfy://:$(password)@ntfy.sh/on-call?Scheme=https',
  )
  expect(written('zulip_chat', { username: 'bot@northwind.example', host: 'chat.northwind.example' }).url).toBe(
    'zulip://bot@northwind.example:$(password)@chat.northwind.example/',
  )
  expect(written('mattermost', { host: 'chat.northwind.example:443', channel: 'on call/#1' }).url).toBe(
    'mattermost://chat.northwind.example:443/$(password)/on%20call%2F%231',
  )
})

test('keeps the query of a webhook separate from its call options', () => {
  const { url, properties } = written('generic_webhook', { webhook: 'https://hooks.example/in?room=7' })
  expect(url).toBe(
    'generic+https://hooks.example/in?room=7&ContentType=application%2Fjson&MessageKey=message&TitleKey=title&RequestMethod=POST&DisableTLS=false',
  )
  expect(properties).toEqual({
    requestMethod: 'POST',
    contentType: 'application/json',
    key: 'message',
    titleKey: 'title',
  })
  expect(
    toFieldValues(
      getType('generic_webhook'),
      asStored(written('generic_webhook', { webhook: 'https://hooks.example' })),
    ),
  ).toMatchObject({ webhook: 'https://hooks.example' })
})

test('keeps stored properties that the form does not know', () => {
  const before = connectionRowSchema.parse({
    id: 'c',
    type: 'sftp',
    properties: { port: '22', of_others: 'kept', n: 3 },
  })
  const values = { url: 'host', port: '2222', username: 'u', password: '***' }
  expect(toConnectionWrite(getType('sftp'), { name: 'n', namespace: 'default', values }, before)).toEqual({
    name: 'n',
    namespace: 'default',
    type: 'sftp',
    url: 'host',
    username: 'u',
    password: '***',
    certificate: null,
    insecure_tls: false,
    properties: { port: '2222', of_others: 'kept', n: 3 },
  })
})

test('a repository uses a user name or a key, and clears the other', () => {
  const both = { url: 'ssh://git.example/x', username: 'u', password: 'p', certificate: 'key', ref: 'main' }
  expect(written('git', { ...both, authentication: 'SSH' })).toMatchObject({
    username: null,
    password: null,
    certificate: 'key',
  })
  expect(written('git', { ...both, authentication: 'Basic' })).toMatchObject({ username: 'u', certificate: null })
  expect(
    toFieldValues(getType('git'), asStored(written('git', { ...both, authentication: 'SSH' })))['authentication'],
  ).toBe('SSH')
})

test('shows missing and invalid values at their fields', () => {
  expect(validateFields(getType('sftp'), { url: '', port: '99999', username: 'u', password: 'secret:///key' })).toEqual(
    {
      url: 'Host is required.',
      port: 'A port must be a number from 1 to 65535.',
      password: 'Enter both the name and the key.',
    },
  )
})

test('a secret is a text, or a key of a Secret or ConfigMap [SET-63]', () => {
  for (const stored of ['', 'plain', 'secret://orders-db/password', 'configmap://a/b/c', 'helm://release/key', '***']) {
    expect(formatTextSource(parseTextSource(stored))).toBe(stored)
  }
  expect(parseTextSource('secret://orders-db/password')).toEqual({
    kind: 'secret',
    value: '',
    name: 'orders-db',
    key: 'password',
  })
  expect(formatTextSource({ kind: 'configmap', value: 'x', name: '', key: '' })).toBe('')
  expect(['plain', '***', 'secret://a/b', 'helm://a/b', ''].map(isPlainSecret)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
