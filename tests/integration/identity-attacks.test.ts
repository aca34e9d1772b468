import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, serviceAt, type IdentityBrowser } from '#tests/fixtures/identity-browser.ts'
import {
  addAuthenticator,
  appCode,
  readCsrfToken,
  readErrorId,
  goodPassword,
  messageIds,
  newEmail,
  outline,
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

const open = (from?: string) => openBrowser(service.origin, serviceAt(service.origin), from)
const sessionCookie = 'ory_kratos_session'
const toCookieHeader = ({ cookies }: IdentityBrowser) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

describe('a page of another site', () => {
  test.each([
    ['with its Origin', { origin: 'https://evil.example' }],
    ['of another port', { origin: 'http://127.0.0.1:1' }],
    ['without an Origin', { 'sec-fetch-site': 'cross-site' }],
    ['of a sister domain', { 'sec-fetch-site': 'same-site' }],
  ])('%s can neither submit a form nor end a session, even with the right cookies', async (_description, headers) => {
    const victim = open()
    const { email } = await signUp(victim)
    const { data: flow } = await victim.api.createBrowserSettingsFlow()
    const body = JSON.stringify({
      method: 'password',
      csrf_token: readCsrfToken(flow),
      password: 'chosen by somebody else',
    })
    const posted = await victim.ask(flow.ui.action, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      body,
    })
    expect([posted.status, readErrorId(JSON.parse(posted.body))]).toEqual([403, 'security_csrf_violation'])
    const deleted = await victim.ask(`${serviceAt(service.origin)}/sessions`, { method: 'DELETE', headers })
    expect(deleted.status).toBe(403)
    expect((await tryPassword(open(), email)).status).toBe(200)
  })
})

describe('a form', () => {
  test('is rejected without its token, with a forged one, and with one of another browser', async () => {
    const { email } = await signUp(open())
    const [victim, attacker] = [open(), open()]
    const { data: flow } = await victim.api.createBrowserLoginFlow()
    const { data: foreign } = await attacker.api.createBrowserLoginFlow()
    const submit = (browser: IdentityBrowser, id: string, token: string) =>
      browser.api.updateLoginFlow({
        flow: id,
        updateLoginFlowBody: { method: 'password', csrf_token: token, identifier: email, password: goodPassword },
      })
    const responses = [
      await submit(victim, flow.id, ''),
      await submit(victim, flow.id, Buffer.alloc(64).toString('base64')),
      await submit(victim, flow.id, 'x'),
      await submit(victim, flow.id, readCsrfToken(foreign)),
      await submit(victim, foreign.id, readCsrfToken(flow)),
      await submit(attacker, flow.id, readCsrfToken(foreign)),
    ]
    expect(responses.map(({ status, data }) => [status, readErrorId(data)])).toEqual(
      responses.map(() => [403, 'security_csrf_violation']),
    )
    const read = await attacker.api.getLoginFlow({ id: flow.id })
    expect([read.status, readErrorId(read.data)]).toEqual([403, 'security_csrf_violation'])
    expect((await submit(victim, flow.id, readCsrfToken(flow))).status).toBe(200)
  })

  test('from before the sign-in is invalid after it, and cannot be sent twice', async () => {
    const { email } = await signUp(open())
    const browser = open()
    const { data: other } = await browser.api.createBrowserLoginFlow()
    const { data: flow } = await browser.api.createBrowserLoginFlow()
    const submit = () =>
      browser.api.updateLoginFlow({
        flow: flow.id,
        updateLoginFlowBody: {
          method: 'password',
          csrf_token: readCsrfToken(flow),
          identifier: email,
          password: goodPassword,
        },
      })
    expect((await submit()).status).toBe(200)
    expect([(await submit()).status, (await browser.api.getLoginFlow({ id: other.id })).status]).toEqual([403, 403])
  })

  test('that expired names its replacement, but only to its own browser', async () => {
    const { email } = await signUp(open())
    const browser = open()
    const { data: flow } = await browser.api.createBrowserLoginFlow()
    service.pass(3_600_001)
    const expired = await browser.api.getLoginFlow({ id: flow.id })
    expect([expired.status, readErrorId(expired.data)]).toEqual([410, 'self_service_flow_expired'])
    const submit = (id: string, token: string) =>
      browser.api.updateLoginFlow({
        flow: id,
        updateLoginFlowBody: { method: 'password', csrf_token: token, identifier: email, password: goodPassword },
      })
    const late = await submit(flow.id, readCsrfToken(flow))
    expect([late.status, readErrorId(late.data)]).toEqual([410, 'self_service_flow_expired'])
    const next = String(Reflect.get(Object(late.data), 'use_flow_id'))
    const { data: fresh } = await browser.api.getLoginFlow({ id: next })
    expect(messageIds(fresh)).toEqual([4010001])
    expect((await submit(next, readCsrfToken(fresh))).status).toBe(200)
  })

  test('larger than any of ours is not read', async () => {
    const browser = open()
    const { data: flow } = await browser.api.createBrowserLoginFlow()
    const { status } = await browser.ask(flow.ui.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: 'x'.repeat(300_000) }),
    })
    expect(status).toBe(413)
  })
})

describe('a session', () => {
  test('never accepts a planted token, and gets a new one with every proof', async () => {
    const { email } = await signUp(open())
    const browser = open()
    const planted = `ory_st_${'A'.repeat(43)}`
    browser.cookies.set(sessionCookie, planted)
    const { data: flow } = await browser.api.createBrowserLoginFlow()
    await browser.api.updateLoginFlow({
      flow: flow.id,
      updateLoginFlowBody: {
        method: 'password',
        csrf_token: readCsrfToken(flow),
        identifier: email,
        password: goodPassword,
      },
    })
    const first = browser.cookies.get(sessionCookie)
    expect(first).not.toBe(planted)
    await addAuthenticator(browser, Date.now() + 3_600_001)
    const second = browser.cookies.get(sessionCookie)
    expect(second).not.toBe(first)
    const thief = open()
    for (const old of [planted, first ?? '']) {
      thief.cookies.set(sessionCookie, old)
      expect((await thief.api.toSession()).status).toBe(401)
    }
    expect((await browser.api.toSession()).status).toBe(200)
  })

  test('is invalid after sign-out, and only its own token signs it out', async () => {
    const browser = open()
    const { email } = await signUp(browser)
    const other = await signedIn(service.origin, email)
    const { data: foreign } = await other.api.createBrowserLogoutFlow()
    expect((await browser.api.updateLogoutFlow({ token: foreign.logout_token })).status).toBe(403)
    const thief = open()
    thief.cookies.set(sessionCookie, browser.cookies.get(sessionCookie) ?? '')
    expect((await thief.api.toSession()).status).toBe(200)
    const { data: own } = await browser.api.createBrowserLogoutFlow()
    expect((await browser.api.updateLogoutFlow({ token: own.logout_token })).status).toBe(204)
    expect((await thief.api.toSession()).status).toBe(401)
    await expect
      .poll(() => service.identity.sessions.findViewer({ headers: { cookie: toCookieHeader(thief) } }))
      .toBeNull()
    expect((await other.api.toSession()).status).toBe(200)
  })

  test('ends when the password is changed elsewhere, and expires after a day', async () => {
    const browser = open()
    const { email } = await signUp(browser)
    const other = await signedIn(service.origin, email)
    const { data: flow } = await browser.api.createBrowserSettingsFlow()
    await browser.api.updateSettingsFlow({
      flow: flow.id,
      updateSettingsFlowBody: {
        method: 'password',
        csrf_token: readCsrfToken(flow),
        password: 'a wholly new sentence',
      },
    })
    expect([(await other.api.toSession()).status, (await browser.api.toSession()).status]).toEqual([401, 200])
    service.pass(24 * 3_600_000)
    expect((await browser.api.toSession()).status).toBe(401)
  })

  test('requires a fresh proof after an hour to change credentials', async () => {
    const browser = open()
    const { email } = await signUp(browser)
    const made = await (async () => {
      const { data: flow } = await browser.api.createBrowserSettingsFlow()
      return browser.api.updateSettingsFlow({
        flow: flow.id,
        updateSettingsFlowBody: {
          method: 'lookup_secret',
          csrf_token: readCsrfToken(flow),
          lookup_secret_regenerate: true,
        },
      })
    })()
    expect(outline(made.data)).toContain('lookup_secret #lookup_secret_codes')
    service.pass(3_590_000)
    const { data: early } = await browser.api.createBrowserSettingsFlow()
    service.pass(20_000)
    const { data: hidden } = await browser.api.getSettingsFlow({ id: early.id })
    expect(outline(hidden)).not.toContain('lookup_secret #lookup_secret_codes')
    const change = (body: object) =>
      browser.api.updateSettingsFlow({
        flow: early.id,
        updateSettingsFlowBody: { method: 'password', csrf_token: readCsrfToken(early), password: '', ...body },
      })
    for (const body of [
      { password: 'a wholly new sentence' },
      { method: 'lookup_secret', lookup_secret_reveal: true },
      { method: 'totp', totp_code: '000000' },
      { method: 'webauthn', webauthn_register: '{}' },
      { method: 'profile', traits: { email: newEmail() } },
    ]) {
      const rejected = await change(body)
      expect([rejected.status, readErrorId(rejected.data)]).toEqual([403, 'session_refresh_required'])
    }
    expect((await change({ method: 'profile', traits: { email, name: { first: 'Only a name' } } })).status).toBe(200)
    const { data: proof } = await browser.api.createBrowserLoginFlow({ refresh: true })
    await browser.api.updateLoginFlow({
      flow: proof.id,
      updateLoginFlowBody: {
        method: 'password',
        csrf_token: readCsrfToken(proof),
        identifier: email,
        password: goodPassword,
      },
    })
    expect((await change({ password: 'a wholly new sentence' })).status).toBe(200)
  })

  test('stays unchanged when refreshed with another account’s password', async () => {
    const stranger = await signUp(open())
    const browser = open()
    const { identity } = await signUp(browser, newEmail(), 'a password of my own')
    const { data: proof } = await browser.api.createBrowserLoginFlow({ refresh: true })
    const response = await browser.api.updateLoginFlow({
      flow: proof.id,
      updateLoginFlowBody: {
        method: 'password',
        csrf_token: readCsrfToken(proof),
        identifier: stranger.email,
        password: goodPassword,
      },
    })
    expect([response.status, messageIds(Object(response.data))]).toEqual([400, [4000006]])
    expect((await browser.api.toSession()).data.identity?.id).toBe(identity.id)
  })
})

describe('an address to return to', () => {
  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'http://127.0.0.1:1/',
    'http://127.0.0.1.evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://user@evil.example/',
    '/\t/evil.example',
    'http:evil.example\n',
  ])('that is %j is rejected', async (return_to) => {
    const { status, data } = await open().api.createBrowserLoginFlow({ returnTo: return_to })
    expect([status, readErrorId(data)]).toEqual([400, 'self_service_flow_return_to_forbidden'])
  })

  test('within the console is where the user is redirected', async () => {
    const { email } = await signUp(open())
    const browser = open()
    const { data: flow } = await browser.api.createBrowserLoginFlow({ returnTo: '/topology?status=unhealthy#top' })
    const { data } = await browser.api.updateLoginFlow({
      flow: flow.id,
      updateLoginFlowBody: {
        method: 'password',
        csrf_token: readCsrfToken(flow),
        identifier: email,
        password: goodPassword,
      },
    })
    expect(data.continue_with).toEqual([
      { action: 'redirect_browser_to', redirect_browser_to: `${service.origin}/topology?status=unhealthy#top` },
    ])
    const out = await browser.api.createBrowserLogoutFlow({ returnTo: 'https://evil.example' })
    expect([out.status, readErrorId(out.data)]).toEqual([400, 'self_service_flow_return_to_forbidden'])
  })
})

describe('guessing a password', () => {
  test('looks the same for existing and missing accounts, and is rate limited for both', async () => {
    const { email } = await signUp(open())
    const outcomes: unknown[] = []
    for (const identifier of [email, newEmail()]) {
      const attacker = open('127.0.0.11')
      const responses: unknown[] = []
      for (let tries = 0; tries < 6; tries += 1) {
        const { status, data } = await tryPassword(attacker, identifier, `guess ${tries}`)
        responses.push([status, messageIds(Object(data))])
      }
      const right = await tryPassword(attacker, identifier)
      outcomes.push([...responses, [right.status, messageIds(Object(right.data))]])
    }
    const invalidCredentials = [400, [4000006]]
    const waits = [400, [4000001]]
    expect(outcomes[0]).toEqual([
      invalidCredentials,
      invalidCredentials,
      invalidCredentials,
      invalidCredentials,
      invalidCredentials,
      waits,
      waits,
    ])
    expect(outcomes[1]).toEqual(outcomes[0])
  })

  test('from many addresses is rate limited as well, but not where the user signed in before', async () => {
    const { email } = await signUp(open())
    expect((await tryPassword(open('127.0.0.9'), email)).status).toBe(200)
    for (let tries = 0; tries < 30; tries += 1) await tryPassword(open(`127.0.1.${tries + 1}`), email, 'guess')
    const elsewhere = await tryPassword(open('127.0.1.99'), email)
    expect([elsewhere.status, messageIds(Object(elsewhere.data))]).toEqual([400, [4000001]])
    expect((await tryPassword(open('127.0.0.9'), email)).status).toBe(200)
  })
})

describe('cookies of a browser', () => {
  test('are inaccessible to scripts and other sites, and secure behind https', async () => {
    const secure = await startTestIdentity({
      database: service.database,
      dataDir: service.dataDir,
      publicUrl: 'https://console.example.org',
    })
    const responses = await Promise.all([
      open().ask('/api/.ory/self-service/login/browser', { headers: { accept: 'application/json' } }),
      openBrowser(secure.origin).ask('/api/.ory/self-service/login/browser', {
        headers: { accept: 'application/json' },
      }),
    ])
    await secure.close()
    expect(responses.map(({ headers }) => headers.getSetCookie().map((line) => line.split('; ').slice(1)))).toEqual([
      [['Max-Age=31536000', 'Path=/', 'HttpOnly', 'SameSite=Lax']],
      [['Max-Age=31536000', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']],
    ])
    expect(responses.map(({ headers }) => headers.get('cache-control'))).toEqual(
      responses.map(() => 'private, no-cache, no-store, must-revalidate'),
    )
    expect(responses.map(({ body }) => new URL(JSON.parse(body).ui.action).origin)).toEqual([
      service.origin,
      'https://console.example.org',
    ])
  })

  test('are useless alone: a code without a session, a session without its code', async () => {
    const browser = open()
    const { email } = await signUp(browser)
    const at = Date.now() - 3_600_000
    await expect(addAuthenticator(browser, at)).rejects.toThrow('The authenticator was rejected')
    const anonymous = open()
    const { data: flow } = await anonymous.api.createBrowserLoginFlow()
    const response = await anonymous.api.updateLoginFlow({
      flow: flow.id,
      updateLoginFlowBody: {
        method: 'totp',
        csrf_token: readCsrfToken(flow),
        totp_code: appCode('JBSWY3DPEHPK3PXP', at),
      },
    })
    expect([response.status, messageIds(Object(response.data))]).toEqual([400, [4010002]])
    expect((await tryPassword(open(), email)).status).toBe(200)
  })
})
