import { expect, test } from 'vitest'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { createClientRun } from './client-run.ts'
import { resolveTarget, shownAddress } from './target.ts'

test.each([
  ['http://ann:hunter22@host:8080/path?token=hunter22#x', 'http://host:8080/path'],
  ['ann:hunter22@tcp(127.0.0.1:4794)/db', '127.0.0.1:4794/db'],
  ['ann:hun@ter22@unix(/run/my.sock)/db', '/run/my.sock/db'],
  ["host=db port=5433 user=ann password='hunter 22' dbname=shop", 'db:5433/shop'],
  ['Server=tcp:db,1433;User Id=sa;Password=hunter22;Database=shop', 'db:1433/shop'],
  ['jdbc:postgresql://db/shop?user=ann&password=hunter22', 'db/shop'],
  ['ann:hunter22@db:27017', 'db:27017'],
  ['password=hunter22 nothing else', 'password=*** nothing else'],
  ['connection://default/shop', 'connection://default/shop'],
  ['db:6379', 'db:6379'],
])('%s is shown as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown)
})

const resolveSecret = async () => 'ann-of-shop'

test.each([
  [{ value: 'ann-of-shop' }, 'ann-of-shop'],
  [{ valueFrom: { secretKeyRef: { name: 'shop', key: 'user' } } }, '***'],
])('the user name %j is shown as %s', async (username, shown) => {
  const mask = new Mask()
  const { signal } = new AbortController()
  const run = createClientRun({ mask, resolveSecret, timeoutMs: 1_000 }, signal)
  expect(await resolveTarget({ username }, 'http://a.test', run)).toMatchObject({ username: 'ann-of-shop' })
  expect(mask.inText('ann-of-shop')).toBe(shown)
})

const readPlain = async (source: unknown) =>
  typeof source === 'object' && source !== null && 'value' in source ? String(source.value) : ''

test.each(['authentication', 'auth'] as const)('reads username and password nested in %s', async (key) => {
  const context = { mask: new Mask(), resolveSecret: readPlain, timeoutMs: 1_000 }
  const run = createClientRun(context, new AbortController().signal)
  const login = { username: { value: 'ann' }, password: { value: 'hunter22' } }
  expect(await resolveTarget({ [key]: login }, 'http://a.test', run)).toMatchObject({
    username: 'ann',
    password: 'hunter22',
  })
})
