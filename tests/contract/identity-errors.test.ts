import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodies } from '#tests/fixtures/identity-bodies.ts'
import { openBrowser } from '#tests/fixtures/identity-browser.ts'
import {
  addAuthenticator,
  readCsrfToken,
  goodPassword,
  messageIds,
  newEmail,
  signedIn,
  signUp,
  tryPassword,
} from '#tests/fixtures/identity-person.ts'
import { startTestIdentity, type TestIdentity } from '#tests/fixtures/identity-service.ts'

let service: TestIdentity
beforeAll(async () => {
  service = await startTestIdentity()
})
afterAll(() => service.close())

const hourMs = 3_600_000
const open = () => openBrowser(service.origin)
const parseRejection = (body: unknown) => bodies.errorResponse.parse(body)
const readLocation = ({ headers }: { headers: { get(name: string): string | null } }) => {
  const url = new URL(headers.get('location') ?? '', service.origin)
  return `${url.pathname}${url.search}`
}

describe('an expired form', () => {
  test('of registration or settings names a replacement, which contains the reason', async () => {
    const browser = open()
    const { data: registration } = await browser.api.createBrowserRegistrationFlow({ returnTo: '/health' })
    service.pass(hourMs + 1)
    const shown = await browser.api.getRegistrationFlow({ id: registration.id })
    const { error } = parseRejection(shown.data)
    expect([shown.status, error.id, error.details]).toEqual([
      410,
      'self_service_flow_expired',
      {
        redirect_to: `${service.origin}/api/.ory/self-service/registration/browser?return_to=${encodeURIComponent(`${service.origin}/health`)}`,
        return_to: `${service.origin}/health`,
      },
    ])
    const late = await browser.api.updateRegistrationFlow({
      flow: registration.id,
      updateRegistrationFlowBody: {
        method: 'password',
        csrf_token: readCsrfToken(registration),
        password: goodPassword,
        traits: { email: newEmail() },
      },
    })
    const expired = parseRejection(late.data)
    expect([late.status, expired.error.id, Date.parse(expired.expired_at ?? '')]).toEqual([
      410,
      'self_service_flow_expired',
      Date.parse(registration.expires_at),
    ])
    expect(expired.since).toBeGreaterThan(0)
    const { data: next } = await browser.api.getRegistrationFlow({ id: expired.use_flow_id ?? '' })
    expect([messageIds(next), next.return_to]).toEqual([[4040001], `${service.origin}/health`])

    await signUp(browser)
    const { data: settings } = await browser.api.createBrowserSettingsFlow()
    service.pass(hourMs + 1)
    const seen = await browser.api.getSettingsFlow({ id: settings.id })
    expect([seen.status, parseRejection(seen.data).error.id]).toEqual([410, undefined])
    const change = await browser.api.updateSettingsFlow({
      flow: settings.id,
      updateSettingsFlowBody: { method: 'password', csrf_token: readCsrfToken(settings), password: 'x' },
    })
    const replaced = parseRejection(change.data)
    expect([change.status, replaced.error.id]).toEqual([410, 'self_service_flow_expired'])
    const { data: fresh } = await browser.api.getSettingsFlow({ id: replaced.use_flow_id ?? '' })
    expect(messageIds(fresh)).toEqual([4050001])
  })

  test('of verification is replaced immediately', async () => {
    const browser = open()
    const { data: flow } = await browser.api.createBrowserVerificationFlow()
    service.pass(hourMs + 1)
    const seen = await browser.api.getVerificationFlow({ id: flow.id })
    expect([seen.status, parseRejection(seen.data).error.id]).toEqual([410, undefined])
    const late = await browser.api.updateVerificationFlow({
      flow: flow.id,
      updateVerificationFlowBody: { method: 'code', csrf_token: readCsrfToken(flow), email: newEmail() },
    })
    expect([
      late.status,
      late.data.id === flow.id,
      messageIds(bodies.verificationFlow.parse(late.data) as typeof flow),
    ]).toEqual([200, false, [4070005]])
  })
})

describe('a forged form', () => {
  test('of recovery or verification restarts; any other is rejected', async () => {
    const browser = open()
    const { data: recovery } = await browser.api.createBrowserRecoveryFlow()
    const again = await browser.api.updateRecoveryFlow({
      flow: recovery.id,
      updateRecoveryFlowBody: { method: 'code', csrf_token: 'forged', email: newEmail() },
    })
    expect([again.status, again.data.id === recovery.id, again.data.state, messageIds(again.data)]).toEqual([
      200,
      false,
      'choose_method',
      [4060001],
    ])
    const { data: verification } = await browser.api.createBrowserVerificationFlow()
    const also = await browser.api.updateVerificationFlow({
      flow: verification.id,
      updateVerificationFlowBody: { method: 'code', csrf_token: 'forged', email: newEmail() },
    })
    expect([also.status, messageIds(also.data)]).toEqual([200, [4070002]])
    await signUp(browser)
    const { data: settings } = await browser.api.createBrowserSettingsFlow()
    const rejected = await browser.api.updateSettingsFlow({
      flow: settings.id,
      updateSettingsFlowBody: { method: 'password', csrf_token: 'forged', password: 'a wholly new sentence' },
    })
    expect([rejected.status, parseRejection(rejected.data).error.id]).toEqual([403, 'security_csrf_violation'])
  })
})

describe('a browser without JavaScript', () => {
  test('registers, changes a setting, signs out and in with forms only', async () => {
    const browser = open()
    const email = newEmail()
    const base = `${service.origin}/api/.ory`
    const formAt = async (
      kind: 'login' | 'registration' | 'settings',
      path = `${base}/self-service/${kind}/browser`,
    ) => {
      const response = await browser.navigate(path)
      const id = new URL(response.headers.get('location') ?? '').searchParams.get('flow') ?? ''
      const { body } = await browser.ask(`${base}/self-service/${kind}/flows?id=${id}`)
      return JSON.parse(body)
    }
    const form = await formAt('registration', `${base}/self-service/registration/browser?return_to=/topology`)
    const short = await browser.navigate(form.ui.action, {
      csrf_token: readCsrfToken(form),
      method: 'password',
      'traits.email': email,
      password: 'short',
    })
    expect([short.status, readLocation(short)]).toEqual([302, `/registration?flow=${form.id}`])
    const made = await browser.navigate(form.ui.action, {
      csrf_token: readCsrfToken(form),
      method: 'password',
      'traits.email': email,
      password: goodPassword,
    })
    expect([made.status, readLocation(made)]).toEqual([303, '/topology'])

    const settings = await formAt('settings')
    const saved = await browser.navigate(settings.ui.action, {
      csrf_token: readCsrfToken(settings),
      method: 'profile',
      'traits.email': email,
      'traits.name.first': 'Ada',
    })
    expect([saved.status, readLocation(saved)]).toEqual([303, `/profile-settings?flow=${settings.id}`])
    expect((await browser.api.toSession()).data.identity?.traits).toEqual({ email, name: { first: 'Ada' } })

    const { data: out } = await browser.api.createBrowserLogoutFlow({ returnTo: '/login?again=1' })
    const left = await browser.navigate(out.logout_url)
    expect([left.status, readLocation(left)]).toEqual([303, '/login?again=1'])
    const login = await formAt('login')
    const back = await browser.navigate(login.ui.action, {
      csrf_token: readCsrfToken(login),
      method: 'password',
      identifier: email,
      password: goodPassword,
    })
    expect([back.status, readLocation(back)]).toEqual([303, '/'])
    expect((await browser.api.toSession()).status).toBe(200)
  })

  test('is redirected to the missing step, or back when nothing is missing', async () => {
    const base = `${service.origin}/api/.ory`
    const anonymous = open()
    expect(readLocation(await anonymous.navigate(`${base}/self-service/settings/browser`))).toMatch(
      /^\/api\/\.ory\/self-service\/login\/browser\?return_to=.*profile-settings/,
    )
    expect(readLocation(await anonymous.navigate(`${base}/self-service/logout/browser`))).toBe('/login')
    expect(readLocation(await anonymous.navigate(`${base}/.well-known/change-password`))).toBe('/profile-settings')
    const browser = open()
    const { email } = await signUp(browser)
    expect(readLocation(await browser.navigate(`${base}/self-service/login/browser?return_to=/health`))).toBe('/health')
    await addAuthenticator(browser, Date.now() + 3 * (hourMs + 1))
    const half = await signedIn(service.origin, email)
    expect(readLocation(await half.navigate(`${base}/self-service/settings/browser`))).toMatch(
      /^\/api\/\.ory\/self-service\/login\/browser\?aal=aal2&return_to=/,
    )
    const { data: flow } = await browser.api.createBrowserSettingsFlow()
    service.pass(hourMs - 60_000)
    const late = await browser.navigate(flow.ui.action, {
      csrf_token: readCsrfToken(flow),
      method: 'password',
      password: 'a wholly new sentence',
    })
    expect(late.status).toBe(303)
    service.pass(60_000 - 1_000)
    const { data: again } = await browser.api.createBrowserSettingsFlow()
    service.pass(2_000)
    const stale = await browser.navigate(again.ui.action, {
      csrf_token: readCsrfToken(again),
      method: 'password',
      password: 'yet another new sentence',
    })
    expect(readLocation(stale)).toMatch(
      /^\/api\/\.ory\/self-service\/login\/browser\?refresh=true&return_to=.*settings%3Fflow%3D/,
    )
    expect(readLocation(await browser.navigate(`${base}/self-service/settings?flow=${again.id}`))).toBe(
      `/profile-settings?flow=${again.id}`,
    )
  })
})

describe('the service', () => {
  test('reports its health, version and account schema', async () => {
    const browser = open()
    const { identity } = await signUp(browser)
    const get = async (path: string) => {
      const { status, body } = await browser.ask(path)
      return [status, JSON.parse(body)]
    }
    expect(await get('/api/.ory/health/alive')).toEqual([200, { status: 'ok' }])
    expect(await get('/api/.ory/health/ready')).toEqual([200, { status: 'ok' }])
    expect(await get('/api/.ory/version')).toEqual([200, { version: 'embedded' }])
    expect((await get(identity.schema_url))[1]).toMatchObject({
      $id: 'default',
      properties: { traits: { required: ['email'] } },
    })
    const nothing = await browser.ask('/api/.ory/nothing', { headers: { accept: 'application/json' } })
    expect([nothing.status, parseRejection(JSON.parse(nothing.body)).error.code]).toEqual([404, 404])
    expect((await browser.api.toSession({ tokenizeAs: 'jwt' })).status).toBe(400)
  })

  test('accepts the session from headers, as sent by programs', async () => {
    const browser = open()
    const { session } = await signUp(browser)
    const token = browser.cookies.get('ory_kratos_session') ?? ''
    for (const headers of [{ 'x-session-token': token }, { authorization: `Bearer ${token}` }]) {
      const { body } = await open().ask('/api/.ory/sessions/whoami', { headers })
      expect(JSON.parse(body).id).toBe(session?.id)
    }
    expect(
      (await open().ask('/api/.ory/sessions/whoami', { headers: { authorization: 'Bearer ory_st_x' } })).status,
    ).toBe(401)
  })

  test('keeps at most fifty sessions of an account and ends the oldest', async () => {
    const first = open()
    const { email } = await signUp(first)
    for (let times = 0; times < 50; times += 1) {
      service.pass(1_000)
      expect((await tryPassword(open(), email)).status).toBe(200)
    }
    expect((await first.api.toSession()).status).toBe(401)
  })
})
