import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '#tests/fixtures/identity-browser.ts'
import { startTestIdentity, type TestIdentity } from '#tests/fixtures/identity-service.ts'

let service: TestIdentity
beforeAll(async () => {
  service = await startTestIdentity({ settings: { allowSignUp: false } })
})
afterAll(() => service.close())

describe('the first start', () => {
  test('hands out a link by which one person, and no second one, becomes administrator', async () => {
    const link = await service.identity.setUpLink(service.origin)
    if (link === null) throw new Error('There is no link.')
    const browser = openBrowser(service.origin)
    const other = openBrowser(service.origin)
    const opened = await browser.navigate(link)
    expect(opened.status).toBe(303)
    const otherOpened = await other.navigate(link)
    const flowOf = (answer: typeof opened) =>
      new URL(answer.headers.get('location') ?? '').searchParams.get('flow') ?? ''
    const { data: flow } = await browser.api.getRegistrationFlow({ id: flowOf(opened) })
    const csrf = (ui: typeof flow.ui) =>
      ui.nodes.flatMap(({ attributes }) =>
        attributes.node_type === 'input' && attributes.name === 'csrf_token' ? [attributes.value] : [],
      )[0]
    const { data, status } = await browser.api.updateRegistrationFlow({
      flow: flow.id,
      updateRegistrationFlowBody: {
        method: 'password',
        csrf_token: csrf(flow.ui),
        password: 'a long enough secret',
        traits: { email: 'Ada@Example.test', name: { first: 'Ada' } },
      },
    })
    expect(status).toBe(200)
    expect(data.identity.traits).toEqual({ email: 'ada@example.test', name: { first: 'Ada' } })
    const who = await browser.api.toSession()
    expect(who.status).toBe(200)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect(await service.identity.sessions.viewerOf({ headers: { cookie } })).toEqual({
      personId: data.identity.id,
      sessionId: who.data.id,
      name: 'Ada',
      email: 'ada@example.test',
      roles: ['admin'],
      expiresAt: who.data.expires_at,
    })

    const { data: otherFlow } = await other.api.getRegistrationFlow({ id: flowOf(otherOpened) })
    const refused = await other.api.updateRegistrationFlow({
      flow: otherFlow.id,
      updateRegistrationFlowBody: {
        method: 'password',
        csrf_token: csrf(otherFlow.ui),
        password: 'a long enough secret',
        traits: { email: 'eve@example.test' },
      },
    })
    expect(refused.status).toBe(400)
    expect(await service.identity.setUpLink(service.origin)).toBeNull()
  })

  test('is over: nobody else can register', async () => {
    const { status, data } = await openBrowser(service.origin).api.createBrowserRegistrationFlow()
    expect([status, data]).toMatchObject([400, { error: { id: 'self_service_flow_disabled' } }])
  })
})

describe('a password', () => {
  test('signs in, and signing out ends it', async () => {
    const browser = openBrowser(service.origin)
    const { data: flow } = await browser.api.createBrowserLoginFlow()
    const token = flow.ui.nodes.flatMap(({ attributes }) =>
      attributes.node_type === 'input' && attributes.name === 'csrf_token' ? [attributes.value] : [],
    )[0]
    const submit = (password: string) =>
      browser.api.updateLoginFlow({
        flow: flow.id,
        updateLoginFlowBody: { method: 'password', csrf_token: token, identifier: 'ada@example.test', password },
      })
    const wrong = await submit('wrong')
    expect(wrong.status).toBe(400)
    expect(wrong.data).toMatchObject({ ui: { messages: [{ id: 4000006 }] } })
    const right = await submit('a long enough secret')
    expect(right.status).toBe(200)
    const { data: out } = await browser.api.createBrowserLogoutFlow()
    const ended = new Promise<string | null>((resolve) => {
      const stop = service.identity.sessions.onChange((personId) => {
        stop()
        resolve(personId)
      })
    })
    expect((await browser.api.updateLogoutFlow({ token: out.logout_token })).status).toBe(204)
    expect(await ended).toBe(right.data.session.identity?.id)
    expect((await browser.api.toSession()).status).toBe(401)
  })
})
