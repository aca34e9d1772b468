import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askIdentity } from '#relay/proxy/ask-identity.ts'
import { parseBackendAddress } from '#relay/proxy/backend-address.ts'
import { openBrowser } from '#tests/fixtures/identity-browser.ts'
import { recordedIdentity, startReplayIdentity, type ReplayIdentity } from '#tests/fixtures/replay-identity.ts'

let service: ReplayIdentity
beforeAll(async () => {
  service = await startReplayIdentity()
})
beforeEach(() => service.reset())
afterAll(() => service.stop())

const csrf_token = 'C'
const tryCode = {
  flow: 'f',
  updateLoginFlowBody: { method: 'code' as const, csrf_token, identifier: 'mara', code: '1' },
}

test('a flow is replayed in the requested order, and its last response repeats', async () => {
  service.play('login-init', 'login-code-sent', 'login-code-wrong', 'login-code-success')
  const { api } = openBrowser(service.url, service.url)
  expect((await api.createBrowserLoginFlow()).data.state).toBe('choose_method')
  const statuses = []
  for (let attempt = 0; attempt < 4; attempt += 1) statuses.push((await api.updateLoginFlow(tryCode)).status)
  expect(statuses).toEqual([400, 400, 200, 200])
  expect(service.requests.map(({ method, path }) => `${method} ${path}`).slice(0, 2)).toEqual([
    'GET /self-service/login/browser',
    'POST /self-service/login?flow=f',
  ])
})

test('a signed-in user has a session until sign-out', async () => {
  service.play('login-success')
  const browser = openBrowser(service.url, service.url)
  const whoami = async () => (await browser.api.toSession()).status
  expect(await whoami()).toBe(401)
  await browser.api.updateLoginFlow(tryCode)
  expect(await whoami()).toBe(200)
  const { data } = await browser.api.createBrowserLogoutFlow()
  await browser.api.updateLogoutFlow({ token: data.logout_token })
  expect(await whoami()).toBe(401)
})

test('the relay reads the signed-in user from it, and gets an error while it is down', async () => {
  const findIdentity = askIdentity(parseBackendAddress(service.url))
  expect(await findIdentity('ory_kratos_session=x')).toMatchObject({ email: 'mara@northwind.example' })
  expect(await findIdentity('theme=dark')).toBeNull()
  service.setDown(true)
  await expect(findIdentity('ory_kratos_session=x')).rejects.toThrow('other side closed')
})

test('uses the configured console address in its responses', async () => {
  service.setConsoleUrl('https://console.example.org')
  const { api } = openBrowser(service.url, service.url)
  const { data } = await api.createBrowserLoginFlow()
  expect(data.ui.action).toMatch(/^https:\/\/console\.example\.org\/api\/\.ory\/self-service\/login\?flow=/)
})

test('a modified response is replayed like a recorded one', async () => {
  service.play({ ...recordedIdentity('login-init'), status: 503, body: 'down' })
  const { api } = openBrowser(service.url, service.url)
  expect(await api.createBrowserLoginFlow()).toMatchObject({ status: 503, data: 'down' })
})
