import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodies } from '#tests/fixtures/identity-bodies.ts'
import { openBrowser, serviceAt, type IdentityBrowser } from '#tests/fixtures/identity-browser.ts'
import {
  addAuthenticator,
  appCode,
  readCsrfToken,
  fieldMessageIds,
  goodPassword,
  messageIds,
  newEmail,
  outline,
  signedIn,
  signUp,
  getText,
  tryPassword,
  readValue,
} from '#tests/fixtures/identity-person.ts'
import { startTestIdentity, type TestIdentity } from '#tests/fixtures/identity-service.ts'

interface Subject {
  readonly origin: string
  readonly basePath: string
  readonly close: () => Promise<void>
}

const embedded = async (): Promise<Subject> => {
  const service: TestIdentity = await startTestIdentity()
  return { origin: service.origin, basePath: serviceAt(service.origin), close: () => service.close() }
}

/**
 * The same suite can run against a real service with open registration, a console at its own origin and one-step
 * registration.
 */
const realUrl = process.env['IDENTITY_URL']
const real = async (url: string): Promise<Subject> => ({
  origin: new URL(url).origin,
  basePath: url.replace(/\/$/, ''),
  close: async () => undefined,
})
if (realUrl === undefined)
  process.stderr.write('IDENTITY_URL is not set: the contract suite against a real identity service is left out.\n')
const subjects = [
  { name: 'the embedded service', start: embedded },
  ...(realUrl === undefined ? [] : [{ name: 'the service of IDENTITY_URL', start: () => real(realUrl) }]),
]

const lookup = (flow: Parameters<typeof outline>[0]) => outline(flow).filter((line) => line.startsWith('lookup'))

describe.each(subjects)('$name', ({ start }) => {
  let subject: Subject
  beforeAll(async () => {
    subject = await start()
  })
  afterAll(() => subject.close())
  const open = (): IdentityBrowser => openBrowser(subject.origin, subject.basePath)
  const signIn = (email: string, password = goodPassword) => signedIn(subject.origin, email, password, subject.basePath)

  test('creates a login flow, fetches it and shows its errors [AUTH-38]', async () => {
    const browser = open()
    const created = await browser.api.createBrowserLoginFlow()
    expect(created.status).toBe(200)
    const flow = bodies.loginFlow.parse(created.data)
    expect([flow.requested_aal, flow.refresh, flow.state, outline(created.data)]).toEqual([
      'aal1',
      false,
      'choose_method',
      ['default csrf_token', 'default identifier', 'password password', 'password method'],
    ])
    const again = await browser.api.getLoginFlow({ id: flow.id })
    expect(bodies.loginFlow.parse(again.data).id).toBe(flow.id)
    expect(readCsrfToken(again.data).length).toBe(readCsrfToken(created.data).length)

    const rejected = await browser.api.updateLoginFlow({
      flow: flow.id,
      updateLoginFlowBody: {
        method: 'password',
        csrf_token: readCsrfToken(created.data),
        identifier: 'nobody@example.test',
        password: 'wrong',
      },
    })
    expect(rejected.status).toBe(400)
    const shown = await browser.api.getLoginFlow({ id: flow.id })
    expect([messageIds(shown.data), readValue(shown.data, 'identifier'), readValue(shown.data, 'password')]).toEqual([
      [4000006],
      'nobody@example.test',
      '',
    ])
    const empty = await browser.api.updateLoginFlow({
      flow: flow.id,
      updateLoginFlowBody: {
        method: 'password',
        csrf_token: readCsrfToken(created.data),
        identifier: 'a@example.test',
        password: '',
      },
    })
    expect(empty.status).toBe(400)
    expect(fieldMessageIds(Object(empty.data), 'password')).toEqual([4000002])
  })

  test('registers, signs in, lists and ends sessions, and signs out [AUTH-39,AUTH-43]', async () => {
    const browser = open()
    const { data: form } = await browser.api.createBrowserRegistrationFlow()
    bodies.registrationFlow.parse(form)
    const nodes = outline(form)
    // One generation puts the traits of a single step into the password group.
    expect(nodes.map((line) => line.replace('password traits', 'default traits'))).toEqual([
      'default csrf_token',
      'default traits.email',
      'password password',
      'default traits.name.first',
      'default traits.name.last',
      'password method',
    ])
    const short = await browser.api.updateRegistrationFlow({
      flow: form.id,
      updateRegistrationFlowBody: {
        method: 'password',
        csrf_token: readCsrfToken(form),
        password: 'short',
        traits: { email: 'someone@example.test' },
      },
    })
    expect([short.status, fieldMessageIds(Object(short.data), 'password')]).toEqual([400, [4000032]])
    const got = await browser.api.getRegistrationFlow({ id: form.id })
    expect(readValue(bodies.registrationFlow.parse(got.data) as typeof form, 'traits.email')).toBe(
      'someone@example.test',
    )

    const person = await signUp(open())
    const taken = await browser.api.updateRegistrationFlow({
      flow: form.id,
      updateRegistrationFlowBody: {
        method: 'password',
        csrf_token: readCsrfToken(form),
        password: goodPassword,
        traits: { email: person.email },
      },
    })
    expect([taken.status, messageIds(Object(taken.data))]).toEqual([400, [4000007]])

    const here = open()
    const response = await tryPassword(here, person.email)
    const { session } = bodies.loggedIn.parse(response.data)
    expect(session.authentication_methods?.map(({ method, aal }) => [method, aal])).toEqual([['password', 'aal1']])
    const there = await signIn(person.email)
    const { data: current, status } = await here.api.toSession()
    expect([status, bodies.session.parse(current).id]).toEqual([200, session.id])

    const { data: others } = await here.api.listMySessions()
    expect(bodies.sessions.parse(others)).toHaveLength(2)
    expect(others.map(({ id }) => id)).not.toContain(session.id)
    const ended = others[0]?.id ?? ''
    expect((await here.api.disableMySession({ id: ended })).status).toBe(204)
    // A real service also counts the session that just ended.
    expect((await here.api.disableMyOtherSessions()).data.count).toBeGreaterThanOrEqual(1)
    const signedOut = await there.api.toSession()
    expect([signedOut.status, bodies.errorResponse.parse(signedOut.data).error.id]).toEqual([401, undefined])

    const { data: out } = await here.api.createBrowserLogoutFlow()
    expect((await here.api.updateLogoutFlow({ token: bodies.logoutFlow.parse(out).logout_token })).status).toBe(204)
    expect((await here.api.toSession()).status).toBe(401)
    const inactive = await here.api.createBrowserLogoutFlow()
    expect([inactive.status, bodies.errorResponse.parse(inactive.data).error.id]).toEqual([401, 'session_inactive'])
  })

  test('rejects a second sign-in, but allows re-authentication', async () => {
    const browser = open()
    const { email } = await signUp(browser)
    for (const response of [
      await browser.api.createBrowserLoginFlow(),
      await browser.api.createBrowserRegistrationFlow(),
      await browser.api.createBrowserRecoveryFlow(),
    ]) {
      expect([response.status, bodies.errorResponse.parse(response.data).error.id]).toEqual([
        400,
        'session_already_available',
      ])
    }
    const { data: before } = await browser.api.toSession()
    const { data: flow } = await browser.api.createBrowserLoginFlow({ refresh: true })
    expect([bodies.loginFlow.parse(flow).refresh, messageIds(flow), readValue(flow, 'identifier')]).toEqual([
      true,
      [1010003],
      email,
    ])
    const { status, data } = await browser.api.updateLoginFlow({
      flow: flow.id,
      updateLoginFlowBody: {
        method: 'password',
        csrf_token: readCsrfToken(flow),
        identifier: email,
        password: goodPassword,
      },
    })
    expect(status).toBe(200)
    const { session } = bodies.loggedIn.parse(data)
    expect(session.id).toBe(before.id)
    expect(Date.parse(session.authenticated_at ?? '')).toBeGreaterThan(Date.parse(before.authenticated_at ?? ''))
    const second = await open().api.createBrowserLoginFlow({ aal: 'aal2' })
    expect([second.status, bodies.errorResponse.parse(second.data).error.id]).toEqual([401, 'session_aal1_required'])
  })

  test('changes profile and password in a settings flow [AUTH-42]', async () => {
    const browser = open()
    const person = await signUp(browser)
    const created = await browser.api.createBrowserSettingsFlow()
    const flow = created.data
    expect(bodies.settingsFlow.parse(flow).state).toBe('show_form')
    const again = await browser.api.getSettingsFlow({ id: flow.id })
    expect([bodies.settingsFlow.parse(again.data).id, outline(again.data)]).toEqual([flow.id, outline(flow)])
    expect(outline(flow).filter((line) => /^(default|profile|password) /.test(line))).toEqual([
      'default csrf_token',
      'profile traits.email',
      'profile traits.name.first',
      'profile traits.name.last',
      'profile method',
      'password password',
      'password method',
    ])
    const profile = await browser.api.updateSettingsFlow({
      flow: flow.id,
      updateSettingsFlowBody: {
        method: 'profile',
        csrf_token: readCsrfToken(flow),
        traits: { email: person.email, name: { first: 'Ada', last: 'Lovelace' } },
      },
    })
    expect(profile.status).toBe(200)
    expect([bodies.settingsFlow.parse(profile.data).state, messageIds(profile.data)]).toEqual(['success', [1050001]])
    expect(profile.data.identity.traits).toEqual({ email: person.email, name: { first: 'Ada', last: 'Lovelace' } })
    expect(profile.data.continue_with?.map(({ action }) => action)).toEqual(['redirect_browser_to'])

    const change = (password: string) =>
      browser.api.updateSettingsFlow({
        flow: flow.id,
        updateSettingsFlowBody: { method: 'password', csrf_token: readCsrfToken(flow), password },
      })
    const similar = await change(person.email)
    expect([similar.status, fieldMessageIds(Object(similar.data), 'password')]).toEqual([400, [4000031]])
    expect((await change('another slow growing tree')).status).toBe(200)
    expect((await tryPassword(open(), person.email)).status).toBe(400)
    expect((await tryPassword(open(), person.email, 'another slow growing tree')).status).toBe(200)

    const anonymous = await open().api.createBrowserSettingsFlow()
    expect([anonymous.status, bodies.errorResponse.parse(anonymous.data).error.id]).toEqual([401, 'session_inactive'])
    const stranger = open()
    await signUp(stranger)
    const foreign = await stranger.api.getSettingsFlow({ id: flow.id })
    expect([foreign.status, bodies.errorResponse.parse(foreign.data).error.id]).toEqual([
      403,
      'security_identity_mismatch',
    ])
  })

  test('requires the authenticator app once it is set up, until it is removed', async () => {
    const browser = open()
    const { email } = await signUp(browser)
    const { data: before } = await browser.api.createBrowserSettingsFlow()
    expect(outline(before).filter((line) => line.startsWith('totp'))).toEqual([
      'totp #totp_qr',
      'totp #totp_secret_key',
      'totp totp_code',
      'totp method',
    ])
    const secret = await addAuthenticator(browser, Date.now() - 30_000)
    expect((await browser.api.toSession()).data.authenticator_assurance_level).toBe('aal2')

    const there = open()
    const first = await tryPassword(there, email)
    expect([first.status, bodies.errorResponse.parse(first.data).error.id]).toEqual([
      422,
      'browser_location_change_required',
    ])
    const half = await there.api.toSession()
    expect([half.status, bodies.errorResponse.parse(half.data).error.id]).toEqual([403, 'session_aal2_required'])
    const { data: flow } = await there.api.createBrowserLoginFlow({ aal: 'aal2' })
    expect([bodies.loginFlow.parse(flow).requested_aal, messageIds(flow), outline(flow)]).toEqual([
      'aal2',
      [1010004],
      ['default csrf_token', 'totp totp_code', 'totp method'],
    ])
    const give = (totp_code: string) =>
      there.api.updateLoginFlow({
        flow: flow.id,
        updateLoginFlowBody: { method: 'totp', csrf_token: readCsrfToken(flow), totp_code },
      })
    const invalid = await give('000000')
    expect([invalid.status, messageIds(Object(invalid.data))]).toEqual([400, [4000008]])
    const right = await give(appCode(secret, Date.now()))
    expect(right.status).toBe(200)
    const { session } = bodies.loggedIn.parse(right.data)
    expect(session.authentication_methods?.map(({ method }) => method)).toEqual(['password', 'totp'])
    expect((await there.api.toSession()).status).toBe(200)

    const { data: settings } = await there.api.createBrowserSettingsFlow()
    expect(outline(settings).filter((line) => line.startsWith('totp'))).toEqual(['totp totp_unlink'])
    const unlinked = await there.api.updateSettingsFlow({
      flow: settings.id,
      updateSettingsFlowBody: { method: 'totp', csrf_token: readCsrfToken(settings), totp_unlink: true },
    })
    expect(unlinked.status).toBe(200)
    expect(getText(unlinked.data, 'totp_secret_key').text).not.toBe(secret)
  })

  test('creates recovery codes that work once and then show when they were used', async () => {
    const browser = open()
    const { email } = await signUp(browser)
    const change = async (body: object) => {
      const { data: flow } = await browser.api.createBrowserSettingsFlow()
      return browser.api.updateSettingsFlow({
        flow: flow.id,
        updateSettingsFlowBody: { method: 'lookup_secret', csrf_token: readCsrfToken(flow), ...body },
      })
    }
    const made = await change({ lookup_secret_regenerate: true })
    expect([made.status, lookup(made.data)]).toEqual([
      200,
      ['lookup_secret #lookup_secret_codes', 'lookup_secret lookup_secret_confirm'],
    ])
    const codes = getText(made.data, 'lookup_secret_codes').text.split(', ')
    expect([codes.length, codes.every((code) => /^[a-z0-9]{8}$/.test(code))]).toEqual([12, true])
    const confirmed = await browser.api.updateSettingsFlow({
      flow: made.data.id,
      updateSettingsFlowBody: {
        method: 'lookup_secret',
        csrf_token: readCsrfToken(made.data),
        lookup_secret_confirm: true,
      },
    })
    expect([confirmed.status, lookup(confirmed.data)]).toEqual([
      200,
      ['lookup_secret lookup_secret_reveal', 'lookup_secret lookup_secret_disable'],
    ])

    const there = await signIn(email)
    const { data: flow } = await there.api.createBrowserLoginFlow({ aal: 'aal2' })
    const give = (lookup_secret: string) =>
      there.api.updateLoginFlow({
        flow: flow.id,
        updateLoginFlowBody: { method: 'lookup_secret', csrf_token: readCsrfToken(flow), lookup_secret },
      })
    const invalid = await give('zzzzzzzz')
    expect([invalid.status, messageIds(Object(invalid.data))]).toEqual([400, [4000016]])
    expect((await give(codes[3] ?? '')).status).toBe(200)

    const shown = await change({ lookup_secret_reveal: true })
    const { text, context } = getText(shown.data, 'lookup_secret_codes')
    expect(text).toBe(codes.map((code, index) => (index === 3 ? 'used' : code)).join(', '))
    const { secrets } = context as { secrets: { id: number; context: object }[] }
    expect(secrets.map(({ id }) => id)).toEqual(codes.map((_, index) => (index === 3 ? 1050014 : 1050009)))
    expect(Object.keys(secrets[3]?.context ?? {})).toEqual(['used_at', 'used_at_unix'])

    const third = await signIn(email)
    const { data: later } = await third.api.createBrowserLoginFlow({ aal: 'aal2' })
    const used = await third.api.updateLoginFlow({
      flow: later.id,
      updateLoginFlowBody: { method: 'lookup_secret', csrf_token: readCsrfToken(later), lookup_secret: codes[3] ?? '' },
    })
    expect([used.status, messageIds(Object(used.data))]).toEqual([400, [4000012]])
  })

  test('does not reveal in recovery and verification whether an account exists [AUTH-40,AUTH-41]', async () => {
    const person = await signUp(open())
    for (const email of [person.email, newEmail()]) {
      const browser = open()
      const recovery = await browser.api.createBrowserRecoveryFlow()
      expect(bodies.recoveryFlow.parse(recovery.data).state).toBe('choose_method')
      const requested = await browser.api.updateRecoveryFlow({
        flow: recovery.data.id,
        updateRecoveryFlowBody: { method: 'code', csrf_token: readCsrfToken(recovery.data), email },
      })
      expect([requested.status, bodies.recoveryFlow.parse(requested.data).state, messageIds(requested.data)]).toEqual([
        200,
        'sent_email',
        [1060003],
      ])
      const got = await browser.api.getRecoveryFlow({ id: recovery.data.id })
      // The position of the token differs between generations.
      expect(outline(got.data).toSorted()).toEqual([
        'code code',
        'code email',
        'code method',
        'code method',
        'default csrf_token',
      ])
      const invalid = await browser.api.updateRecoveryFlow({
        flow: recovery.data.id,
        updateRecoveryFlowBody: { method: 'code', csrf_token: readCsrfToken(got.data), code: '000000' },
      })
      expect([invalid.status, messageIds(invalid.data)]).toEqual([200, [4060006]])

      const verification = await browser.api.createBrowserVerificationFlow()
      const sent = await browser.api.updateVerificationFlow({
        flow: verification.data.id,
        updateVerificationFlowBody: { method: 'code', csrf_token: readCsrfToken(verification.data), email },
      })
      expect([sent.status, bodies.verificationFlow.parse(sent.data).state, messageIds(sent.data)]).toEqual([
        200,
        'sent_email',
        [1080003],
      ])
      const shown = await browser.api.getVerificationFlow({ id: verification.data.id })
      expect(bodies.verificationFlow.parse(shown.data).state).toBe('sent_email')
    }
  })

  test('redirects a browser, and stores errors that it cannot show', async () => {
    const browser = open()
    const { data: stub } = await browser.api.getFlowError({ id: 'stub:500' })
    expect(bodies.flowError.parse(stub).error).toMatchObject({ code: 500 })
    const init = await browser.navigate(`${subject.basePath}/self-service/login/browser`)
    expect(init.status).toBe(303)
    const flow = new URL(init.headers.get('location') ?? '').searchParams.get('flow') ?? ''
    const { data } = await browser.api.getLoginFlow({ id: flow })
    const rejected = await browser.navigate(data.ui.action, {
      csrf_token: readCsrfToken(data),
      method: 'password',
      identifier: 'nobody@example.test',
      password: 'wrong',
    })
    expect([rejected.status, new URL(rejected.headers.get('location') ?? '').searchParams.get('flow')]).toEqual([
      303,
      flow,
    ])
    const bad = await browser.navigate(`${subject.basePath}/self-service/login/browser?return_to=https://evil.example/`)
    const id = new URL(bad.headers.get('location') ?? '').searchParams.get('id') ?? ''
    const { data: stored } = await browser.api.getFlowError({ id })
    expect(bodies.flowError.parse(stored).error).toMatchObject({
      id: 'self_service_flow_return_to_forbidden',
      code: 400,
    })
    expect((await browser.api.getFlowError({ id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404)
    expect((await browser.api.getLoginFlow({ id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404)
    const wildcard = await browser.ask(`${subject.basePath}/self-service/login/browser`, { headers: { accept: '*/*' } })
    expect(wildcard.status).toBe(303)
  })
})
