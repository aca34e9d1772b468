import { afterAll, beforeAll, expect, test } from 'vitest'
import { askIdentity } from '#relay/proxy/ask-identity.ts'
import { parseBackendAddress } from '#relay/proxy/backend-address.ts'
import { startReplayIdentity, type ReplayIdentity } from '#tests/fixtures/replay-identity.ts'
import { makeSession } from '#tests/fixtures/make-session.ts'

let service: ReplayIdentity
beforeAll(async () => {
  service = await startReplayIdentity()
})
afterAll(() => service.stop())

const jo = { id: '00000000-0000-4000-8000-0000000000aa', first: 'Jo' }
const readIdentity = async (email: string, verified: string) => {
  service.play(makeSession({ ...jo, email, verified }))
  const identity = await askIdentity(parseBackendAddress(service.url))('ory_kratos_session=jo')
  return [identity?.email, identity?.isVerified]
}

test('the verified address matches in any letter case', async () => {
  expect(await readIdentity('Jo@Northwind.Example', 'jo@northwind.example')).toEqual(['jo@northwind.example', true])
})

test('a different address is not verified, nor is one that matches only after Unicode lower-casing', async () => {
  expect(await readIdentity('jo@northwind.example', 'other@northwind.example')).toEqual(['jo@northwind.example', false])
  const written = '\u212Aim@northwind.example'
  expect(await readIdentity(written, written.toLowerCase())).toEqual([written, false])
})
