import { expect, test } from 'vitest'
import { isSecretName, hasSecretHints, passwordsIn } from './passwords-in.ts'

const listSecrets = (text: string) => passwordsIn(text).map(({ start, end }) => text.slice(start, end))

test.each([
  ['http://ann:hunter22@host/path?x=1', ['hunter22']],
  ['see http://ann:a@b@host and postgres://:hunter22@db/x', ['a@b', 'hunter22']],
  ['https://ghp_0123456789abcdef@github.com/a/b', ['ghp_0123456789abcdef']],
  ['ann:hunter22@tcp(127.0.0.1:4794)/db', ['hunter22']],
  ['ann:hun:t@er22@unix(/run/my.sock)/db', ['hun:t@er22']],
  ['ann:hunter22@db:5432/shop', ['hunter22']],
  ["host=db user=ann password='hun\\'ter 22' dbname=x", ["hun\\'ter 22"]],
  ['host=db password=hun;t&er22 dbname=x', ['hun;t&er22']],
  ['Password=hun ter22;Server=db;User Id=sa', ['hun ter22']],
  ['Server=db;User Id=sa;Pwd="a;b"', ['a;b']],
  ['jdbc:mysql://db/x?user=ann&password=hunter22&ssl=true', ['hunter22']],
  ['https://host/path?access_token=hunter22&x=1#y', ['hunter22']],
  ['DB_PASSWORD=hunter22 ./run.sh --token=abc', ['hunter22', 'abc']],
  ['{"user":"ann","password":"hun\\"ter22"}', ['hun\\"ter22']],
  ['ann:hun ter22@db:5432/shop', ['hun ter22']],
  ['slack://xoxb:1:2@C01', ['xoxb:1:2@C01']],
  ['https://hooks.slack.com/services/T0/B0/x', ['T0/B0/x']],
  ["curl -H 'Authorization: Bearer hunter22' http://x", ['hunter22']],
])('finds the passwords in %s', (text, secrets) => {
  expect(listSecrets(text)).toEqual(secrets)
  expect(hasSecretHints(JSON.stringify({ text }))).toBe(true)
})

test.each([
  'http://host:8080/a@b',
  'http://ann@host/',
  'slack://$(password)@C01',
  'http://$(username):$(password)@host/',
  'postgres://ann:{{.password}}@db/',
  'mailto:ann@example.org',
  'host=db password=$PASSWORD',
  'json.token == "x"',
  'time: 12:30',
  'ann@example.org: hello',
])('finds no passwords in %s', (text) => {
  expect(listSecrets(text)).toEqual([])
})

const findOwner = (text: string) => passwordsIn(text)[0]?.owner

test('identifies a password by its user and target', () => {
  expect(findOwner('http://ann:a@host/b')).toBe(findOwner('http://ann:***@host/c?d'))
  expect(findOwner('http://ann:a@host/')).not.toBe(findOwner('http://ann:a@evil/'))
  expect(findOwner('ann:a@tcp(db)/x')).not.toBe(findOwner('ann:a@tcp(evil)/x'))
  expect(findOwner('host=db password=a')).toBe(findOwner('password=*** host=db user=b'))
  expect(findOwner('host=db password=a')).not.toBe(findOwner('host=evil password=a'))
})

test.each([
  'password',
  'clientSecret',
  'slack.token',
  'X-Api-Key',
  'secret_key',
  'sessionToken',
  'Authorization',
  'tls.certificate',
])('treats %s as the name of a secret', (name) => {
  expect(isSecretName(name)).toBe(true)
  expect(hasSecretHints(JSON.stringify({ [name]: 'x' }))).toBe(true)
})
test.each(['tokenURL', 'secretName', 'maxTokens2', 'username', 'key', 'passwordFile', 'keyID', 'monkey'])(
  'does not treat %s as the name of a secret',
  (name) => {
    expect(isSecretName(name)).toBe(false)
  },
)

test('scans a megabyte of any text within the test timeout', () => {
  const parts = ['a', ' ', 'a.', '@(', 'a://', '"token":', "password='", 'a=b ', 'x;y=', ':@']
  expect(parts.map((part) => passwordsIn(`=:${part.repeat(1_000_000 / part.length)}`).length)).toEqual([
    0, 0, 0, 0, 0, 62_500, 99_999, 0, 0, 0,
  ])
  expect(parts.map((part) => hasSecretHints(part.repeat(1_000_000 / part.length)))).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
    true,
    false,
    false,
    true,
  ])
})
