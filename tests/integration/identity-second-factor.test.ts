import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type IdentityBrowser } from '#tests/fixtures/identity-browser.ts'
import {
  addAuthenticator,
  appCode,
  readCsrfToken,
  goodPassword,
  messageIds,
  outline,
  signedIn,
  signUp,
  readValue,
} from '#tests/fixtures/identity-person.ts'
import { startTestIdentity, type TestIdentity } from '#tests/fixtures/identity-service.ts'
import { createSecurityKey } from '#tests/fixtures/security-key.ts'

let service: TestIdentity
let named: string
beforeAll(async () => {
  service = await startTestIdentity()
  named = service.origin.replace('127.0.0.1', 'localhost')
})
afterAll(() => service.close())

const hex = (plain: string) => Buffer.from(plain).toString('hex')

const secondStep = async (browser: IdentityBrowser) => {
  const { data: flow } = await browser.api.createBrowserLoginFlow({ aal: 'aal2' })
  const give = (body: object) =>
    browser.api.updateLoginFlow({
      flow: flow.id,
      updateLoginFlowBody: { method: 'totp', totp_code: '', csrf_token: readCsrfToken(flow), ...body },
    })
  return { flow, give }
}

describe('a security key', () => {
  test('can be added, is required at the next sign-in, and can be removed', async () => {
    const browser = openBrowser(named)
    const { email } = await signUp(browser)
    const key = createSecurityKey()
    const { data: flow } = await browser.api.createBrowserSettingsFlow()
    const add = (origin: string) =>
      browser.api.updateSettingsFlow({
        flow: flow.id,
        updateSettingsFlowBody: {
          method: 'webauthn',
          csrf_token: readCsrfToken(flow),
          webauthn_register_displayname: 'Blue key',
          webauthn_register: key.register(readValue(flow, 'webauthn_register_trigger'), origin),
        },
      })
    const elsewhere = await add('http://evil.localhost')
    expect([elsewhere.status, messageIds(Object(elsewhere.data))]).toEqual([400, [4000043]])
    const added = await add(named)
    expect([added.status, messageIds(added.data)]).toEqual([200, [1050001]])
    expect(added.data.ui.nodes.find(({ group }) => group === 'webauthn')).toMatchObject({
      attributes: { name: 'webauthn_remove', value: key.hexId },
      meta: { label: { id: 1050018, context: { display_name: 'Blue key' } } },
    })

    const there = await signedIn(named, email)
    const step = await secondStep(there)
    expect(outline(step.flow)).toEqual([
      'default csrf_token',
      'webauthn webauthn_login_trigger',
      'webauthn webauthn_login',
      'webauthn #webauthn_script',
    ])
    const signature = key.sign(readValue(step.flow, 'webauthn_login_trigger'), named)
    expect((await step.give({ method: 'webauthn', webauthn_login: signature })).status).toBe(200)
    const { data: session } = await there.api.toSession()
    expect([
      session.authenticator_assurance_level,
      session.authentication_methods?.map(({ method }) => method),
    ]).toEqual(['aal2', ['password', 'webauthn']])

    const replayed = await secondStep(await signedIn(named, email))
    const again = await replayed.give({ method: 'webauthn', webauthn_login: signature })
    expect([again.status, messageIds(Object(again.data))]).toEqual([400, [4000043]])
    key.rewind(0)
    const copied = await replayed.give({
      method: 'webauthn',
      webauthn_login: key.sign(readValue(replayed.flow, 'webauthn_login_trigger'), named),
    })
    expect([copied.status, messageIds(Object(copied.data))]).toEqual([400, [4000043]])

    const { data: settings } = await browser.api.createBrowserSettingsFlow()
    const removed = await browser.api.updateSettingsFlow({
      flow: settings.id,
      updateSettingsFlowBody: { method: 'webauthn', csrf_token: readCsrfToken(settings), webauthn_remove: key.hexId },
    })
    expect([removed.status, outline(removed.data).includes('webauthn webauthn_remove')]).toEqual([200, false])
    expect((await (await signedIn(named, email)).api.toSession()).status).toBe(200)
  })

  test('is not offered at an IP address, where browsers do not support it', async () => {
    const browser = openBrowser(service.origin)
    await signUp(browser)
    const { data: flow } = await browser.api.createBrowserSettingsFlow()
    expect(outline(flow).filter((line) => line.startsWith('webauthn'))).toEqual([])
  })

  test('comes with a script for plain pages, as its node promises', async () => {
    const browser = openBrowser(named)
    await signUp(browser)
    const { data: flow } = await browser.api.createBrowserSettingsFlow()
    const node = flow.ui.nodes.find(({ type }) => type === 'script')
    if (node?.attributes.node_type !== 'script') throw new Error('There is no script.')
    const { body, headers } = await browser.ask(node.attributes.src)
    const digest = Buffer.from(await crypto.subtle.digest('SHA-512', new TextEncoder().encode(body))).toString('base64')
    expect([`sha512-${digest}`, headers.get('content-type')]).toEqual([
      node.attributes.integrity,
      'text/javascript; charset=utf-8',
    ])
    expect((await browser.api.getWebAuthnJavaScript()).data).toBe(body)
  })
})

describe('a code of an authenticator app', () => {
  test('is valid once, including the code that set it up', async () => {
    const browser = openBrowser(service.origin)
    const { email } = await signUp(browser)
    const atMs = Date.now()
    const secret = await addAuthenticator(browser, atMs)
    const step = await secondStep(await signedIn(service.origin, email))
    const replayed = await step.give({ totp_code: appCode(secret, atMs) })
    expect([replayed.status, messageIds(Object(replayed.data))]).toEqual([400, [4000008]])
    const next = appCode(secret, atMs + 30_000)
    const both = await Promise.all([
      step.give({ totp_code: next }),
      (await secondStep(await signedIn(service.origin, email))).give({ totp_code: next }),
    ])
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400])
  })

  test('allows five attempts across all flows, then rejects even the right code', async () => {
    const browser = openBrowser(service.origin)
    const { email } = await signUp(browser)
    const secret = await addAuthenticator(browser, Date.now() - 30_000)
    const there = await signedIn(service.origin, email)
    for (let tries = 0; tries < 5; tries += 1) {
      const rejected = await (await secondStep(there)).give({ totp_code: '000000' })
      expect(messageIds(Object(rejected.data))).toEqual([4000008])
    }
    const locked = await (await secondStep(there)).give({ totp_code: appCode(secret, Date.now()) })
    expect([locked.status, messageIds(Object(locked.data))]).toEqual([400, [4000001]])
    expect(Number(new Headers(Object(locked.headers)).get('retry-after'))).toBeGreaterThan(0)
  })

  test('invalidates sessions without it once the app is set up', async () => {
    const browser = openBrowser(service.origin)
    const { email } = await signUp(browser)
    const other = await signedIn(service.origin, email)
    expect((await other.api.toSession()).status).toBe(200)
    const cookie = [...other.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect(await service.identity.sessions.findViewer({ headers: { cookie } })).not.toBeNull()
    await addAuthenticator(browser, Date.now())
    expect((await other.api.toSession()).status).toBe(403)
    await expect.poll(() => service.identity.sessions.findViewer({ headers: { cookie } })).toBeNull()
    const settings = await other.api.createBrowserSettingsFlow()
    expect([settings.status, Reflect.get(Object(Reflect.get(Object(settings.data), 'error')), 'id')]).toEqual([
      403,
      'session_aal2_required',
    ])
  })
})

describe('secrets', () => {
  test('are not stored in plain text', async () => {
    const browser = openBrowser(service.origin)
    await signUp(browser)
    const secret = await addAuthenticator(browser, Date.now())
    const token = browser.cookies.get('ory_kratos_session') ?? ''
    expect(token).toMatch(/^ory_st_[\w-]{43}$/)
    const tables = await service.database.query<{ table_name: string }>(
      "select table_name from information_schema.tables where table_schema = 'identity'",
    )
    for (const { table_name } of tables.rows) {
      const { rows } = await service.database.query<{ line: string }>(
        `select to_jsonb(t)::text as line from identity.${table_name} t`,
      )
      const text = rows.map(({ line }) => line).join('\n')
      for (const plain of [secret, token, goodPassword]) {
        expect([table_name, text.includes(plain), text.includes(hex(plain))]).toEqual([table_name, false, false])
      }
    }
    expect(service.log.join('')).not.toContain(token)
    expect(service.log.join('')).not.toContain(secret)
  })
})
