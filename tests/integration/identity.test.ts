import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds } from '#tests/fixtures/databases.ts'
import { openBrowser, type IdentityBrowser } from '#tests/fixtures/identity-browser.ts'
import {
  addAuthenticator,
  readCsrfToken,
  readErrorId,
  goodPassword,
  messageIds,
  newEmail,
  signedIn,
  signUp,
  tryPassword,
} from '#tests/fixtures/identity-person.ts'
import { startTestIdentity, type TestIdentity } from '#tests/fixtures/identity-service.ts'

/** Opens a registration link and submits the form. */
const follow = async (browser: IdentityBrowser, link: string) => {
  const { headers } = await browser.navigate(link)
  const to = new URL(headers.get('location') ?? '')
  const id = to.searchParams.get('flow') ?? ''
  return {
    to,
    submit: async (email: string) => {
      const { data: flow } = await browser.api.getRegistrationFlow({ id })
      return browser.api.updateRegistrationFlow({
        flow: id,
        updateRegistrationFlowBody: {
          method: 'password',
          csrf_token: readCsrfToken(flow),
          password: goodPassword,
          traits: { email, name: { first: 'Ada' } },
        },
      })
    },
  }
}
const getSetUpLink = async ({ identity, origin }: TestIdentity): Promise<string> => {
  const link = await identity.setUpLink(origin)
  if (link === null) throw new Error('There is no link.')
  return link
}
const toHeaders = ({ cookies }: IdentityBrowser) => ({
  headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
})

describe.each(kinds)('on a database that is $kind', ({ open: openDatabase }) => {
  let service: TestIdentity
  beforeAll(async () => {
    service = await startTestIdentity({ database: await openDatabase(), settings: { allowSignUp: false } })
  })
  afterAll(async () => {
    await service.close()
    await service.database.close()
  })
  const open = () => openBrowser(service.origin)

  test('the first start creates a link by which exactly one user becomes administrator', async () => {
    const old = await getSetUpLink(service)
    const link = await getSetUpLink(service)
    const replaced = await follow(open(), old)
    expect(replaced.to.pathname).toBe('/error')

    service.pass(24 * 3_600_000 + 1)
    expect((await follow(open(), link)).to.pathname).toBe('/error')

    const good = await getSetUpLink(service)
    const browser = open()
    const [first, second] = [await follow(browser, good), await follow(open(), good)]
    expect(first.to.pathname).toBe('/registration')
    const made = await first.submit('Ada@Example.test')
    expect([made.status, made.data.identity.traits]).toEqual([
      200,
      { email: 'ada@example.test', name: { first: 'Ada' } },
    ])
    const session = await browser.api.toSession()
    expect(await service.identity.sessions.findViewer(toHeaders(browser))).toEqual({
      personId: made.data.identity.id,
      sessionId: session.data.id,
      name: 'Ada',
      email: 'ada@example.test',
      roles: ['admin'],
      expiresAt: session.data.expires_at,
    })
    const token = new URL(good).searchParams.get('set_up') ?? ''
    const storedFlows = await service.database.query(
      'select id from identity.flows where strpos(to_jsonb(flows)::text, $1) > 0',
      [token],
    )
    expect([token.length, storedFlows.rows]).toEqual([43, []])
    const late = await second.submit('eve@example.test')
    expect([late.status, readErrorId(late.data)]).toEqual([400, 'self_service_flow_disabled'])
    expect(await service.identity.setUpLink(service.origin)).toBeNull()
    const closed = await open().api.createBrowserRegistrationFlow()
    expect([closed.status, readErrorId(closed.data)]).toEqual([400, 'self_service_flow_disabled'])
    const { rows } = await service.database.query('select name, email, roles from people_roles where id = $1', [
      made.data.identity.id,
    ])
    expect(rows).toEqual([{ name: 'Ada', email: 'ada@example.test', roles: ['admin'] }])
  })

  test('notifies listeners when a session ends or changes, or an account does', async () => {
    const email = newEmail()
    const { accounts, sessions } = service.identity
    const { id } = await accounts.invite(
      'test',
      { firstName: 'Bo', lastName: '', email, role: 'viewer' },
      service.origin,
    )
    const expectNotified = async (act: () => Promise<unknown>) => {
      const notification = new Promise<string | null>((resolve) => {
        const stop = sessions.onChange((personId) => {
          stop()
          resolve(personId)
        })
      })
      await act()
      return notification
    }
    const reset = await accounts.inviteAgain('test', id, service.origin)
    const browser = open()
    const flow = new URL(reset.link).searchParams.get('flow') ?? ''
    const { data: form } = await browser.api.getRecoveryFlow({ id: flow })
    await browser.api.updateRecoveryFlow({
      flow,
      updateRecoveryFlowBody: { method: 'code', csrf_token: readCsrfToken(form), code: reset.code },
    })
    expect((await sessions.findViewer(toHeaders(browser)))?.roles).toEqual(['viewer'])

    expect(await expectNotified(() => accounts.setRoles('test', id, ['editor', 'responder']))).toBe(id)
    expect((await sessions.findViewer(toHeaders(browser)))?.roles).toEqual(['editor', 'responder'])
    expect(await expectNotified(() => addAuthenticator(browser, Date.now() + 24 * 3_600_000 + 1))).toBe(id)
    expect((await sessions.findViewer(toHeaders(browser)))?.personId).toBe(id)
    const { database } = service
    expect(
      await expectNotified(() =>
        database.query(`update identities set traits = traits || '{"email":"bo@example.test"}' where id = $1`, [id]),
      ),
    ).toBe(id)
    expect((await sessions.findViewer(toHeaders(browser)))?.email).toBe('bo@example.test')
    expect(
      (await browser.api.toSession()).data.identity?.verifiable_addresses?.map(({ value, verified }) => [
        value,
        verified,
      ]),
    ).toEqual([['bo@example.test', false]])
    expect(
      await expectNotified(() => database.query("update identities set state = 'inactive' where id = $1", [id])),
    ).toBe(id)
    expect(await sessions.findViewer(toHeaders(browser))).toBeNull()
    expect(
      await expectNotified(() => database.query("update identities set state = 'active' where id = $1", [id])),
    ).toBe(id)
    expect(await sessions.findViewer(toHeaders(browser))).not.toBeNull()
    const lacksAccess = () => sessions.lacksAccess(toHeaders(browser))
    expect(await lacksAccess()).toBe(false)
    expect(await expectNotified(() => database.query('update people set deleted_at = now() where id = $1', [id]))).toBe(
      id,
    )
    expect([await sessions.findViewer(toHeaders(browser)), await lacksAccess()]).toEqual([null, true])
    expect(await expectNotified(() => database.query('update people set deleted_at = null where id = $1', [id]))).toBe(
      id,
    )
    expect(
      await expectNotified(() => accounts.update('test', id, { firstName: 'Beau', email: 'beau@example.test' })),
    ).toBe(id)
    expect(await sessions.findViewer(toHeaders(browser))).toMatchObject({ name: 'Beau', email: 'beau@example.test' })
    expect(await expectNotified(() => accounts.setState('test', id, 'inactive'))).toBe(id)
    expect(await sessions.findViewer(toHeaders(browser))).toBeNull()
    expect((await browser.api.toSession()).status).toBe(401)
    expect(await lacksAccess()).toBe(false)
  })
})

describe('an administrator', () => {
  let service: TestIdentity
  let admin: string
  beforeAll(async () => {
    service = await startTestIdentity()
    const { submit } = await follow(openBrowser(service.origin), await getSetUpLink(service))
    admin = (await submit('root@example.test')).data.identity.id
  })
  afterAll(() => service.close())
  const person = () => signUp(openBrowser(service.origin))

  test('lists every account with its state', async () => {
    const { identity, email } = await person()
    const listed = (await service.identity.accounts.list()).find(({ id }) => id === identity.id)
    expect(listed).toEqual({
      id: identity.id,
      name: 'Grace Hopper',
      firstName: 'Grace',
      lastName: 'Hopper',
      email,
      avatar: null,
      roles: ['viewer'],
      state: 'active',
      stateChangedAt: expect.any(String),
      hasSecondFactor: false,
      createdAt: expect.any(String),
      lastLogin: expect.any(String),
    })
  })

  test('disables an account, which then cannot sign in or recover, and enables it again', async () => {
    const { identity, email } = await person()
    await service.identity.accounts.setState(admin, identity.id, 'inactive')
    const rejected = await tryPassword(openBrowser(service.origin), email)
    expect([rejected.status, messageIds(Object(rejected.data))]).toEqual([400, [4010011]])
    const wrongPassword = await tryPassword(openBrowser(service.origin), email, 'wrong')
    expect(messageIds(Object(wrongPassword.data))).toEqual([4000006])
    await service.identity.accounts.setState(admin, identity.id, 'active')
    expect((await tryPassword(openBrowser(service.origin), email)).status).toBe(200)
  })

  test('removes a lost second factor', async () => {
    const browser = openBrowser(service.origin)
    const { identity, email } = await signUp(browser)
    await addAuthenticator(browser, Date.now())
    expect((await tryPassword(openBrowser(service.origin), email)).status).toBe(422)
    await service.identity.accounts.resetSecondFactor(admin, identity.id)
    expect([
      (await browser.api.toSession()).status,
      (await tryPassword(openBrowser(service.origin), email)).status,
    ]).toEqual([401, 200])
  })

  test('changes an account, but not to values that another account has', async () => {
    const [one, other] = [await person(), await person()]
    const moved = newEmail()
    await service.identity.accounts.update(admin, one.identity.id, { email: moved, lastName: 'Turing' })
    const browser = await signedIn(service.origin, moved)
    expect((await browser.api.toSession()).data.identity?.traits).toEqual({
      email: moved,
      name: { first: 'Grace', last: 'Turing' },
    })
    const { accounts } = service.identity
    await expect(accounts.update(admin, one.identity.id, { email: other.email })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(accounts.update(admin, one.identity.id, { email: 'nonsense' })).rejects.toMatchObject({
      code: 'bad_request',
    })
    await expect(accounts.update(admin, 'nobody', { email: moved })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('deletes an account, whose person stays for the rows that name it', async () => {
    const browser = openBrowser(service.origin)
    const { identity, email } = await signUp(browser)
    await service.identity.accounts.remove(admin, identity.id)
    expect([
      (await browser.api.toSession()).status,
      (await tryPassword(openBrowser(service.origin), email)).status,
    ]).toEqual([401, 400])
    const { rows } = await service.database.query<{ gone: boolean }>(
      'select deleted_at is not null as gone from people where id = $1',
      [identity.id],
    )
    expect(rows).toEqual([{ gone: true }])
    expect((await signUp(openBrowser(service.origin), email)).identity.id).not.toBe(identity.id)
  })

  test('cannot leave the console without one, not even two at once', async () => {
    const { accounts } = service.identity
    for (const attempt of [
      () => accounts.remove(admin, admin),
      () => accounts.setState(admin, admin, 'inactive'),
      () => accounts.setRoles(admin, admin, ['viewer']),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        code: 'conflict',
        message: 'This account is the last administrator.',
      })
    }
    const second = (await person()).identity.id
    await accounts.setRoles(admin, second, ['admin'])
    const both = await Promise.allSettled([
      accounts.setRoles(second, admin, ['viewer']),
      accounts.setRoles(admin, second, ['viewer']),
    ])
    expect(both.map(({ status }) => status).sort((a, b) => a.localeCompare(b))).toEqual(['fulfilled', 'rejected'])
    await accounts.setRoles(second, admin, ['admin'])
  })

  test('leaves an audit record of each action and its target', async () => {
    const { identity } = await person()
    await service.identity.accounts.setRoles(admin, identity.id, ['editor'])
    const { rows } = await service.database.query<{ event: string }>(
      'select event from identity.events where identity_id = $1 order by at, id',
      [identity.id],
    )
    expect(rows.map(({ event }) => event)).toEqual(['registered', `roles changed by ${admin}`])
  })

  test('may restart the relay: sessions and second factors stay valid, but not with another key', async () => {
    const { database, dataDir } = service
    const browser = openBrowser(service.origin)
    const { email } = await signUp(browser)
    await addAuthenticator(browser, Date.now())
    const again = await startTestIdentity({ dataDir, database })
    expect((await tryPassword(openBrowser(again.origin), email)).status).toBe(422)
    expect(await again.identity.sessions.findViewer(toHeaders(browser))).not.toBeNull()
    await again.close()

    const keyFile = join(dataDir, 'identity.key')
    const key = await readFile(keyFile)
    await writeFile(keyFile, Buffer.alloc(32, 1).toString('base64'))
    await expect(startTestIdentity({ dataDir, database })).rejects.toThrow('is not the key')
    await writeFile(keyFile, 'nonsense')
    await expect(startTestIdentity({ dataDir, database })).rejects.toThrow('does not contain a valid key')
    await writeFile(keyFile, key)
    await (await startTestIdentity({ dataDir, database })).close()
  })

  test('may run as several relays with folders of their own and one IDENTITY_KEY', async () => {
    const { database, dataDir } = service
    const key = Buffer.from(await readFile(join(dataDir, 'identity.key'), 'utf8'), 'base64')
    const other = join(dataDir, 'of-another-relay')
    const browser = openBrowser(service.origin)
    const { email } = await signUp(browser)
    await addAuthenticator(browser, Date.now())
    const second = await startTestIdentity({ dataDir: other, database, key })
    expect((await tryPassword(openBrowser(second.origin), email)).status).toBe(422)
    await second.close()
    const wrong = startTestIdentity({ dataDir: other, database, key: Buffer.alloc(32, 1) })
    await expect(wrong).rejects.toThrow('IDENTITY_KEY is not the key')
  })
})
