import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '#tests/fixtures/identity-browser.ts'
import {
  addAuthenticator,
  readCsrfToken,
  readErrorId,
  goodPassword,
  messageIds,
  newEmail,
  outline,
  signUp,
  tryPassword,
  readValue,
} from '#tests/fixtures/identity-person.ts'
import { insertRow } from '#tests/fixtures/rows.ts'
import { startTestIdentity, type TestIdentity } from '#tests/fixtures/identity-service.ts'

let service: TestIdentity
beforeAll(async () => {
  service = await startTestIdentity()
})
afterAll(() => service.close())

const open = () => openBrowser(service.origin)
const readRedirect = (body: unknown): URL => new URL(String(Reflect.get(Object(body), 'redirect_browser_to')))

/** Requests a recovery code in a separate browser. */
const askRecovery = async (email: string) => {
  const browser = open()
  const { data: flow } = await browser.api.createBrowserRecoveryFlow()
  const submit = (body: object) =>
    browser.api.updateRecoveryFlow({
      flow: flow.id,
      updateRecoveryFlowBody: { method: 'code', csrf_token: readCsrfToken(flow), ...body },
    })
  const requested = await submit({ email })
  return { browser, flow, requested, submit }
}

describe('recovery', () => {
  test('leads from a mailed code to choosing a password, and ends all other sessions', async () => {
    const before = open()
    const { email } = await signUp(before)
    const { browser, submit } = await askRecovery(email)
    const code = await service.codeFor(email, 2)
    const response = await submit({ code })
    expect([response.status, readErrorId(response.data)]).toEqual([422, 'browser_location_change_required'])
    const to = readRedirect(response.data)
    expect(to.pathname).toBe('/profile-settings')
    expect((await before.api.toSession()).status).toBe(401)

    const { data: settings } = await browser.api.getSettingsFlow({ id: to.searchParams.get('flow') ?? '' })
    expect(messageIds(settings)).toEqual([1060001])
    const changed = await browser.api.updateSettingsFlow({
      flow: settings.id,
      updateSettingsFlowBody: { method: 'password', csrf_token: readCsrfToken(settings), password: 'brand new rivers' },
    })
    expect(changed.status).toBe(200)
    expect((await tryPassword(open(), email)).status).toBe(400)
    expect((await tryPassword(open(), email, 'brand new rivers')).status).toBe(200)
    const { data: session } = await browser.api.toSession()
    expect(session.authentication_methods?.map(({ method }) => method)).toEqual(['code_recovery'])
    expect(session.identity?.verifiable_addresses?.map(({ verified }) => verified)).toEqual([true])
    expect((await service.mailsTo(email)).some((mail) => mail.includes('password was changed'))).toBe(true)
  })

  test('accepts a code once, and starts over after that', async () => {
    const { email } = await signUp(open())
    const { browser, submit, flow } = await askRecovery(email)
    const code = await service.codeFor(email, 2)
    expect((await submit({ code })).status).toBe(422)
    const used = await submit({ code })
    expect([used.status, used.data.id === flow.id, used.data.state, messageIds(used.data)]).toEqual([
      200,
      false,
      'choose_method',
      [4060001],
    ])
    expect((await browser.api.toSession()).status).toBe(200)
  })

  test('allows five attempts per code, even concurrently', async () => {
    const { email } = await signUp(open())
    const { submit } = await askRecovery(email)
    const code = await service.codeFor(email, 2)
    const guesses = Array.from({ length: 8 }, (_, index) => (code === `00000${index}` ? '999999' : `00000${index}`))
    const responses = await Promise.all(guesses.map((guess) => submit({ code: guess })))
    expect(responses.flatMap(({ data }) => messageIds(data)).filter((id) => id === 4060006)).toHaveLength(5)
    const late = await submit({ code })
    expect(late.status).toBe(200)
    expect(messageIds(late.data)).not.toContain(1060001)
    expect(Reflect.get(late.data, 'redirect_browser_to')).toBeUndefined()
  })

  test('sends no mail to unknown addresses, and limits mails per address', async () => {
    const stranger = newEmail()
    await askRecovery(stranger)
    const { email } = await signUp(open())
    for (let times = 0; times < 6; times += 1) {
      const { requested } = await askRecovery(email)
      expect([requested.status, messageIds(requested.data)]).toEqual([200, [1060003]])
    }
    await service.codeFor(email, 4)
    const recoveries = (await service.mailsTo(email)).filter((mail) => mail.includes('recovery code is'))
    expect([recoveries.length, (await service.mailsTo(stranger)).length]).toEqual([3, 0])
  })

  test('that expired is replaced by a new form', async () => {
    const { email } = await signUp(open())
    const { browser, flow, submit } = await askRecovery(email)
    const code = await service.codeFor(email, 2)
    service.pass(3_600_001)
    const expired = await browser.api.getRecoveryFlow({ id: flow.id })
    expect([expired.status, readErrorId(expired.data)]).toEqual([410, undefined])
    const again = await submit({ code })
    expect([again.status, again.data.state, messageIds(again.data)]).toEqual([200, 'choose_method', [4060005]])
  })

  test('still requires the second factor', async () => {
    const browser = open()
    const { email } = await signUp(browser)
    await addAuthenticator(browser, Date.now() + 3_600_001)
    const { browser: there, submit } = await askRecovery(email)
    const response = await submit({ code: await service.codeFor(email, 2) })
    const flow = readRedirect(response.data).searchParams.get('flow') ?? ''
    const half = await there.api.getSettingsFlow({ id: flow })
    expect([half.status, readErrorId(half.data)]).toEqual([403, 'session_aal2_required'])
  })
})

describe('verification', () => {
  test('follows registration: the mailed code verifies the address', async () => {
    const browser = open()
    const person = await signUp(browser)
    const next = person.continue_with?.[0]
    if (next?.action !== 'show_verification_ui') throw new Error('No verification follows.')
    const { data: flow } = await browser.api.getVerificationFlow({ id: next.flow.id })
    const { data: before } = await browser.api.toSession()
    expect(before.identity?.verifiable_addresses?.map(({ status, verified }) => [status, verified])).toEqual([
      ['sent', false],
    ])
    const done = await browser.api.updateVerificationFlow({
      flow: flow.id,
      updateVerificationFlowBody: {
        method: 'code',
        csrf_token: readCsrfToken(flow),
        code: await service.codeFor(person.email),
      },
    })
    expect([done.status, done.data.state, messageIds(done.data), done.data.ui.method, outline(done.data)]).toEqual([
      200,
      'passed_challenge',
      [1080002],
      'GET',
      ['code #continue'],
    ])
    const { data: after } = await browser.api.toSession()
    expect(after.identity?.verifiable_addresses?.map(({ status, verified }) => [status, verified])).toEqual([
      ['completed', true],
    ])
  })

  test('opens from the mail in another browser, with the code filled in and not submitted', async () => {
    const { email } = await signUp(open())
    await service.codeFor(email)
    const link = (await service.mailsTo(email))[0]?.match(/http\S+/)?.[0] ?? ''
    const other = open()
    const opened = await other.navigate(link)
    const to = new URL(opened.headers.get('location') ?? '')
    expect([opened.status, to.pathname]).toEqual([303, '/verification'])
    const { data: flow } = await other.api.getVerificationFlow({ id: to.searchParams.get('flow') ?? '' })
    const code = readValue(flow, 'code')
    expect(code).toMatch(/^\d{6}$/)
    const done = await other.api.updateVerificationFlow({
      flow: flow.id,
      updateVerificationFlowBody: { method: 'code', csrf_token: readCsrfToken(flow), code },
    })
    expect(messageIds(done.data)).toEqual([1080002])
    expect((await open().navigate(link.replace(/code=\d+/, 'code=000000'))).headers.get('location')).toContain(
      '/error?id=',
    )
  })

  test('is required again for a new address, and the old address is notified', async () => {
    const browser = open()
    const { email } = await signUp(browser)
    const moved = newEmail()
    const { data: flow } = await browser.api.createBrowserSettingsFlow()
    const saved = await browser.api.updateSettingsFlow({
      flow: flow.id,
      updateSettingsFlowBody: { method: 'profile', csrf_token: readCsrfToken(flow), traits: { email: moved } },
    })
    expect(saved.data.continue_with?.map(({ action }) => action)).toEqual([
      'show_verification_ui',
      'redirect_browser_to',
    ])
    await service.codeFor(moved)
    await expect
      .poll(async () => (await service.mailsTo(email)).some((mail) => mail.includes('new email address')))
      .toBe(true)
    expect((await tryPassword(open(), email)).status).toBe(400)
    expect((await tryPassword(open(), moved)).status).toBe(200)
  })
})

test('a new address does not end the deny of a permission group', async () => {
  const browser = open()
  const { email } = await signUp(browser)
  const { database } = service
  const group = { name: 'contractors', source: 'UI', selectors: JSON.stringify({ people: [email] }) }
  const id = await insertRow(database, 'permission_groups', group)
  const rule = { subject: 'contractors', subject_type: 'group', action: '*', object: 'connection', source: 'UI' }
  await insertRow(database, 'permissions', { ...rule, deny: true })
  const moved = newEmail()
  const move = async () => {
    const { data: flow } = await browser.api.createBrowserSettingsFlow()
    return browser.api.updateSettingsFlow({
      flow: flow.id,
      updateSettingsFlowBody: { method: 'profile', csrf_token: readCsrfToken(flow), traits: { email: moved } },
    })
  }
  const refused = await move()
  expect([refused.status, messageIds(refused.data)]).toEqual([400, [4000001]])
  expect((await tryPassword(open(), moved)).status).toBe(400)
  await database.query('update permission_groups set selectors = $2 where id = $1', [
    id,
    JSON.stringify({ people: [email.replace(/^.*@/, '*@')] }),
  ])
  expect((await move()).status).toBe(200)
})

describe('an invitation', () => {
  test('creates an account, and its link and code lead to a password', async () => {
    const email = newEmail()
    const person = { firstName: 'Grace', lastName: 'H', email, role: 'editor' } as const
    const invited = await service.identity.accounts.invite('admin', person, service.origin)
    const browser = open()
    const { data: flow } = await browser.api.getRecoveryFlow({
      id: new URL(invited.link).searchParams.get('flow') ?? '',
    })
    expect(outline(flow)).toContain('code code')
    const response = await browser.api.updateRecoveryFlow({
      flow: flow.id,
      updateRecoveryFlowBody: { method: 'code', csrf_token: readCsrfToken(flow), code: invited.code },
    })
    expect(response.status).toBe(422)
    expect((await browser.api.toSession()).data.identity?.id).toBe(invited.id)
    expect(await service.codeFor(email)).toBe(invited.code)
    await expect(service.identity.accounts.invite('admin', person, service.origin)).rejects.toMatchObject({
      code: 'conflict',
      message: 'User already exists',
    })
  })
})

describe('the outbox', () => {
  test('is readable only by the relay, and the log names its path but no mail content', async () => {
    const { email } = await signUp(open())
    const code = await service.codeFor(email)
    const outbox = join(service.dataDir, 'outbox')
    const modes = await Promise.all(
      (await readdir(outbox)).map(async (name) => (await stat(join(outbox, name))).mode & 0o777),
    )
    expect(new Set(modes)).toEqual(new Set([0o600]))
    expect((await stat(outbox)).mode & 0o777).toBe(0o700)
    expect((await stat(join(service.dataDir, 'identity.key'))).mode & 0o777).toBe(0o600)
    const log = service.log.join('')
    expect(log.split(outbox)).toHaveLength(2)
    expect([log.includes(`"${code}"`), log.includes(email), log.includes(goodPassword)]).toEqual([false, false, false])
  })
})
