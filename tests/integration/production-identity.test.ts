import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#relay/config/config.ts'
import type { Database } from '#relay/database/database.ts'
import { openSignIn } from '#relay/open-sign-in.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { mara } from '#tests/fixtures/mara.ts'
import { startReplayIdentity, type ReplayIdentity } from '#tests/fixtures/replay-identity.ts'

let service: ReplayIdentity
let database: Database
beforeAll(async () => {
  service = await startReplayIdentity()
  database = await openServer()
})
beforeEach(() => service.reset())
afterAll(async () => {
  await service.stop()
  await database.close()
})

const open = async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  const config = readConfig({ AUTH_MODE: 'identity', IDENTITY_URL: service.url, ADMINISTRATORS: mara.email })
  const signIn = await openSignIn({ config, database, log })
  if (signIn === undefined) throw new Error('Nobody signs in.')
  return { signIn, lines }
}

describe('the address that the identity service takes for its own', () => {
  test.each(['http://localhost:4600', 'http://127.0.0.1:4600'])('is right for a console at %s', async (consoleUrl) => {
    const { signIn, lines } = await open()
    await signIn.checkAddress(consoleUrl)
    expect([service.asked.length, lines]).toEqual([1, []])
  })

  test.each(['http://localhost:4700', 'https://console.example.org'])(
    'is wrong for a console at %s, and the log says which one is needed',
    async (consoleUrl) => {
      const { signIn, lines } = await open()
      await signIn.checkAddress(consoleUrl)
      expect(lines).toHaveLength(1)
      expect(lines[0]).toContain(`set its serve.public.base_url to ${consoleUrl}/api/.ory/`)
    },
  )

  test('cannot be asked for while the service is down, which ends no start', async () => {
    const { signIn, lines } = await open()
    service.setDown(true)
    await signIn.checkAddress('http://localhost:4600')
    expect(lines[0]).toContain('could not be asked for its address')
  })
})
