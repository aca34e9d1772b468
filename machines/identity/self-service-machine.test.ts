import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { parseFlowResponse, type FlowResult } from '#shared/identity/flow-result.ts'
import type { FlowKind } from '#shared/identity/flow.ts'
import { form, lost, rejected, signedIn, signInWays } from '#machines/testing/flow-samples.ts'
import { selfServiceMachine } from './self-service-machine.ts'
import type { FlowParams } from './self-service-types.ts'

const origin = 'https://console.example.org'
const values = { csrf_token: 'masked', method: 'password', identifier: 'ada', password: 'wrong' }

const ways = signInWays({ flow: 'flow-0' }, origin)

test('every state can be reached', () => {
  const passing = new Set(['starting', 'routing', 'restarting', 'replacing', 'failing'])
  const states = Object.keys(selfServiceMachine.states).filter((name) => !passing.has(name))
  expect(new Set(ways.map(({ state }) => state.value))).toEqual(new Set(states))
})

test.each(ways)('shows a form exactly while one can be filled in or is being sent: $way', ({ state }) => {
  expect(state.hasTag('form')).toBe(
    state.context.flow !== null && !['creating', 'refused', 'leaving'].includes(state.value),
  )
})

test.each(ways.filter(({ way }) => way.includes('form.type')))('keeps what was typed: $way', ({ state }) => {
  expect(state.context.typed).toEqual({ identifier: 'ada' })
})

interface Script {
  readonly kind?: FlowKind
  readonly params?: FlowParams
  readonly atOnce?: Record<string, string>
  readonly create?: readonly FlowResult[]
  readonly fetch?: readonly FlowResult[]
  readonly submit?: readonly FlowResult[]
}

const begin = ({ kind = 'login', params = {}, atOnce, ...script }: Script) => {
  const requests: unknown[] = []
  const messages: string[] = []
  const left: string[] = []
  const clock = new SimulatedClock()
  const answering = (name: 'create' | 'fetch' | 'submit') => {
    const queue = [...(script[name] ?? [lost])]
    return async (input: object): Promise<FlowResult> => {
      requests.push([name, input])
      return (queue.length > 1 ? queue.shift() : queue[0]) ?? lost
    }
  }
  const [create, fetch, submit] = [answering('create'), answering('fetch'), answering('submit')]
  const machine = selfServiceMachine.provide({
    actors: {
      createFlow: fromPromise(({ input }) => create(input)),
      fetchFlow: fromPromise(({ input }) => fetch(input)),
      submitFlow: fromPromise(({ input }) => submit(input)),
    },
    actions: {
      notify: (_, { message }) => messages.push(message),
      leave: ({ context }) => left.push(context.goTo),
    },
  })
  const input = { kind, params, origin, ...(atOnce !== undefined && { atOnce }) }
  const actor = createActor(machine, { clock, input }).start()
  const reach = (state: string) => waitFor(actor, ({ value }) => value === state, { timeout: 1_000 })
  return { actor, requests, messages, left, clock, reach }
}

describe('a flow', () => {
  test('is created from the address, shown, submitted, and left for its return address [AUTH-18,AUTH-35,AUTH-38]', async () => {
    const params = { return_to: '/health?x=1', refresh: 'true', aal: 'aal2' }
    const { actor, requests, left, reach } = begin({ params, create: [form()], submit: [signedIn()] })
    await reach('showing')
    actor.send({ type: 'form.submit', values })
    await reach('leaving')
    expect(requests).toEqual([
      ['create', { kind: 'login', params }],
      ['submit', { kind: 'login', id: 'flow-1', values }],
    ])
    expect(left).toEqual(['/health?x=1'])
  })

  test('is fetched instead when the address names it [AUTH-18,AUTH-38]', async () => {
    const { requests, reach } = begin({ params: { flow: 'flow-1' }, fetch: [form()] })
    await reach('showing')
    expect(requests).toEqual([['fetch', { kind: 'login', id: 'flow-1' }]])
  })

  test.each(['https://evil.example/', '//evil.example', undefined])(
    'leads to / when return_to is %s [AUTH-35]',
    async (return_to) => {
      const params = return_to === undefined ? {} : { return_to }
      const { actor, left, reach } = begin({ params, create: [form()], submit: [signedIn()] })
      await reach('showing')
      actor.send({ type: 'form.submit', values })
      await reach('leaving')
      expect(left).toEqual(['/'])
    },
  )

  test('submits the name and password of the address once, when the form is ready [AUTH-19]', async () => {
    const { actor, requests, reach } = begin({
      atOnce: values,
      create: [form()],
      submit: [rejected(403, 'security_csrf_violation')],
    })
    await reach('showing')
    expect(requests.map((question) => (question as [string])[0])).toEqual(['create', 'submit', 'create'])
    expect(actor.getSnapshot().context.atOnce).toBeNull()
  })

  test('is shown again with messages after a 400, and clears only a rejected password [ERR-19,AUTH-37]', async () => {
    const rejectedForm = form({}, [{ id: 4_000_006, text: 'The provided credentials are invalid.', type: 'error' }])
    const { actor, reach } = begin({ create: [form()], submit: [rejectedForm] })
    await reach('showing')
    actor.send({ type: 'form.type', name: 'identifier', value: 'ada' })
    actor.send({ type: 'form.type', name: 'password', value: 'wrong' })
    actor.send({ type: 'form.submit', values })
    const shown = await waitFor(actor, ({ value, context }) => value === 'showing' && context.result === rejectedForm)
    expect(shown.context.flow?.ui.messages.map(({ text }) => text)).toEqual(['The provided credentials are invalid.'])
    expect(shown.context.typed).toEqual({ identifier: 'ada' })
  })

  test.each([lost, rejected(503), rejected(429)])(
    'keeps the input when it cannot be sent, and is sent again on request: %j',
    async (failure) => {
      const { actor, requests, left, reach } = begin({ create: [form()], submit: [failure, signedIn()] })
      await reach('showing')
      actor.send({ type: 'form.type', name: 'password', value: 'secret' })
      actor.send({ type: 'form.submit', values })
      const failed = await reach('submitFailed')
      expect(failed.context.typed).toEqual({ password: 'secret' })
      actor.send({ type: 'form.retry' })
      await reach('leaving')
      expect(requests.slice(1)).toEqual([
        ['submit', { kind: 'login', id: 'flow-1', values }],
        ['submit', { kind: 'login', id: 'flow-1', values }],
      ])
      expect(left).toEqual(['/'])
    },
  )

  test('is created again after a delay when the service is unreachable', async () => {
    const { clock, reach } = begin({ create: [lost, form()] })
    await reach('unreachable')
    clock.increment(3_000)
    expect((await reach('showing')).context.flow?.id).toBe('flow-1')
  })

  test('stops being created after repeated rejections', async () => {
    const { actor, requests, reach } = begin({ create: [rejected(410)] })
    await reach('refused')
    expect(requests).toHaveLength(4)
    actor.send({ type: 'flow.restart' })
    expect(actor.getSnapshot().value).toBe('creating')
  })

  test('shows the reason when it is disabled', async () => {
    const { actor, reach } = begin({ kind: 'registration', create: [rejected(400, 'self_service_flow_disabled')] })
    await reach('refused')
    expect(actor.getSnapshot().context.result).toMatchObject({ reason: 'why 400' })
  })

  test('continues in the flow that replaced it', async () => {
    const replaced = rejected(410, 'self_service_flow_replaced', { use_flow_id: 'flow-2' })
    const script = { create: [form()], submit: [replaced], fetch: [form({ id: 'flow-2' })] }
    const { actor, requests, messages, reach } = begin(script)
    await reach('showing')
    actor.send({ type: 'form.submit', values })
    await waitFor(actor, ({ context }) => context.flow?.id === 'flow-2')
    expect(requests.at(-1)).toEqual(['fetch', { kind: 'login', id: 'flow-2' }])
    expect(messages).toEqual(['This form is no longer valid. A new one was loaded.'])
  })
})

describe('an error of the catalog', () => {
  const elsewhere = { redirect_browser_to: 'https://id.example/next' }
  test.each<[string, FlowKind, FlowResult, string]>([
    [
      'session_aal2_required with an address [ERR-09]',
      'settings',
      rejected(403, 'session_aal2_required', elsewhere),
      elsewhere.redirect_browser_to,
    ],
    [
      'session_aal2_required without one [ERR-09]',
      'settings',
      rejected(403, 'session_aal2_required'),
      '/login?aal=aal2&return_to=%2Fprofile-settings',
    ],
    ['session_already_available [ERR-10]', 'login', rejected(400, 'session_already_available'), '/'],
    [
      'session_refresh_required [ERR-11]',
      'settings',
      rejected(403, 'session_refresh_required', elsewhere),
      '/login?refresh=true&return_to=%2Fprofile-settings',
    ],
    [
      'browser_location_change_required [ERR-16]',
      'login',
      rejected(422, 'browser_location_change_required', elsewhere),
      elsewhere.redirect_browser_to,
    ],
    [
      'session_aal2_required with an address of the service on another host',
      'settings',
      rejected(403, 'session_aal2_required', {
        redirect_browser_to: 'http://127.0.0.1:4433/self-service/login/browser?aal=aal2',
      }),
      '/login?aal=aal2&return_to=%2Fprofile-settings',
    ],
    [
      'a second factor asked for on another host',
      'login',
      rejected(422, 'browser_location_change_required', {
        redirect_browser_to:
          'http://127.0.0.1:4433/api/.ory/self-service/login/browser?aal=aal2&return_to=https%3A%2F%2Fconsole.example.org%2Fhealth',
      }),
      '/login?aal=aal2&return_to=%2Fhealth',
    ],
    [
      'a page of the console on another host',
      'recovery',
      rejected(422, 'browser_location_change_required', {
        redirect_browser_to: 'http://127.0.0.1:4433/profile-settings?flow=flow-2',
      }),
      '/profile-settings?flow=flow-2',
    ],
    ['422 with an address [ERR-16]', 'recovery', rejected(422, undefined, elsewhere), elsewhere.redirect_browser_to],
    [
      'session_inactive [ERR-17]',
      'settings',
      rejected(401, 'session_inactive'),
      '/login?return_to=%2Fprofile-settings',
    ],
    ['401 without a name [ERR-17]', 'settings', rejected(401), '/login?return_to=%2Fprofile-settings'],
    ['400 on creating a verification [ERR-21]', 'verification', rejected(400), '/'],
  ])('%s leads on', async (_, kind, result, address) => {
    const { left, reach } = begin({ kind, create: [result] })
    await reach('leaving')
    expect(left).toEqual([address])
  })

  test.each<[string, FlowKind, FlowResult, string[]]>([
    [
      'self_service_flow_return_to_forbidden [ERR-12]',
      'login',
      rejected(400, 'self_service_flow_return_to_forbidden'),
      ['The return_to address is not allowed.'],
    ],
    [
      'self_service_flow_expired [ERR-13]',
      'login',
      rejected(410, 'self_service_flow_expired'),
      ['Your interaction expired, please fill out the form again.'],
    ],
    [
      'security_csrf_violation [ERR-14]',
      'registration',
      rejected(403, 'security_csrf_violation'),
      ['A security violation was detected, please fill out the form again.'],
    ],
    ['security_identity_mismatch [ERR-15]', 'settings', rejected(403, 'security_identity_mismatch'), []],
    ['410 [ERR-18]', 'settings', rejected(410), []],
    ['410 of a verification [ERR-20]', 'verification', rejected(410), []],
    ['403 of a verification [ERR-20]', 'verification', rejected(403), []],
    ['404 of a flow in the address', 'login', rejected(404), []],
    ['session_aal1_required', 'login', rejected(401, 'session_aal1_required'), []],
  ])('%s restarts the flow', async (_, kind, result, messages) => {
    const params = { flow: 'old', return_to: '/health', aal: 'aal2' }
    const { requests, messages: shown, reach } = begin({ kind, params, fetch: [result], create: [form()] })
    await reach('showing')
    const [, again] = requests as [unknown, [string, { params: FlowParams }]]
    expect([again[0], again[1].params.flow, shown]).toEqual(['create', undefined, messages])
  })

  test('does not navigate to an invalid web address', async () => {
    const trick = rejected(422, 'browser_location_change_required', { redirect_browser_to: 'javascript:alert(1)' })
    const { left, reach } = begin({ create: [trick] })
    await reach('refused')
    expect(left).toEqual([])
  })

  test('does not send a forbidden return_to again [ERR-12]', async () => {
    const params = { return_to: '/health' }
    const { requests, reach } = begin({
      params,
      create: [rejected(400, 'self_service_flow_return_to_forbidden'), form()],
    })
    await reach('showing')
    expect(requests).toEqual([
      ['create', { kind: 'login', params }],
      ['create', { kind: 'login', params: {} }],
    ])
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'health'])(
    'drops a return_to of another origin before the request: %s [ERR-12]',
    async (return_to) => {
      const { requests, messages, reach } = begin({ params: { return_to }, create: [form()] })
      await reach('showing')
      expect(requests).toEqual([['create', { kind: 'login', params: {} }]])
      expect(messages).toEqual(['The return_to address is not allowed.'])
    },
  )

  test('keeps the input of an expired form [ERR-13]', async () => {
    const { actor, reach } = begin({
      create: [form(), form({ id: 'flow-2' })],
      submit: [rejected(410, 'self_service_flow_expired')],
    })
    await reach('showing')
    actor.send({ type: 'form.type', name: 'identifier', value: 'ada' })
    actor.send({ type: 'form.submit', values })
    const shown = await waitFor(actor, ({ context }) => context.flow?.id === 'flow-2')
    expect(shown.context.typed).toEqual({ identifier: 'ada' })
  })
})

const makeRejectionWithNextFlow = (action: string, status: number, id?: string): FlowResult => {
  const details = { continue_with: [{ action, flow: { id: 'flow-2' } }] }
  return parseFlowResponse(status, { error: { code: status, reason: 'why', ...(id !== undefined && { id }), details } })
}

describe('a rejection that names another flow', () => {
  test.each([400, 403])('%i leads an unverified person to the verification flow', async (status) => {
    const result = makeRejectionWithNextFlow('show_verification_ui', status, 'session_verified_address_required')
    const { actor, left, reach } = begin({ params: { return_to: '/health' }, create: [form()], submit: [result] })
    await reach('showing')
    actor.send({ type: 'form.submit', values })
    await reach('leaving')
    expect(left).toEqual(['/verification?flow=flow-2&return_to=%2Fhealth'])
  })

  test('continues in a new flow of the same kind and shows the reason', async () => {
    const result = makeRejectionWithNextFlow('show_recovery_ui', 400)
    const { actor, requests, messages, reach } = begin({
      kind: 'recovery',
      create: [form()],
      submit: [result],
      fetch: [form({ id: 'flow-2' })],
    })
    await reach('showing')
    actor.send({ type: 'form.submit', values })
    await waitFor(actor, ({ context }) => context.flow?.id === 'flow-2')
    expect([requests.at(-1), messages]).toEqual([['fetch', { kind: 'recovery', id: 'flow-2' }], ['why']])
  })
})

describe('a sign-in when a session already exists', () => {
  const doubtful = form({}, [{ id: 4_000_001, text: 'A valid session was detected.', type: 'error' }])

  test('continues when the session was started in another tab', async () => {
    const { actor, left, reach } = begin({
      params: { return_to: '/health' },
      create: [form(), rejected(400, 'session_already_available')],
      submit: [doubtful],
    })
    await reach('showing')
    actor.send({ type: 'form.submit', values })
    await reach('leaving')
    expect(left).toEqual(['/health'])
  })

  test('shows the form with its errors otherwise, and allows a restart', async () => {
    const { actor, reach } = begin({
      create: [form(), form({ id: 'flow-2' }), form({ id: 'flow-3' })],
      submit: [doubtful],
    })
    await reach('showing')
    actor.send({ type: 'form.submit', values })
    await reach('rechecking')
    const shown = await reach('showing')
    expect([shown.context.flow?.id, shown.context.flow?.ui.messages.length]).toEqual(['flow-1', 1])
    actor.send({ type: 'flow.restart' })
    await waitFor(actor, ({ context }) => context.flow?.id === 'flow-3')
  })

  test('keeps input and requests made before the session check ends', async () => {
    const { actor, reach } = begin({
      create: [form(), form({ id: 'flow-2' }), form({ id: 'flow-3' })],
      submit: [doubtful],
    })
    await reach('showing')
    const seen = actor.subscribe((state) => {
      if (!state.matches('rechecking')) return
      seen.unsubscribe()
      actor.send({ type: 'form.type', name: 'identifier', value: 'mara@example.test' })
      actor.send({ type: 'flow.restart' })
    })
    actor.send({ type: 'form.submit', values })
    const { context } = await waitFor(actor, (state) => state.context.flow?.id === 'flow-3')
    expect(context.typed).toMatchObject({ identifier: 'mara@example.test' })
  })

  test.each<[FlowKind, string]>([
    ['login', '/health'],
    ['registration', '/health'],
  ])('leads a %s to its return address', async (kind, address) => {
    const { left, reach } = begin({
      kind,
      params: { return_to: '/health' },
      create: [rejected(400, 'session_already_available')],
    })
    await reach('leaving')
    expect(left).toEqual([address])
  })
})

describe('settings that were saved once', () => {
  const saved = { id: 1_050_001, text: 'Your changes have been saved!', type: 'success' }

  test('are not saved again by a rejected submit, and keep the input', async () => {
    const body = { id: 'flow-1', state: 'success', ui: { action: '/x', method: 'POST', nodes: [], messages: [saved] } }
    const { actor, reach } = begin({
      kind: 'settings',
      create: [form()],
      submit: [parseFlowResponse(200, body), parseFlowResponse(400, body)],
    })
    await reach('showing')
    actor.send({ type: 'form.submit', values: { method: 'profile' } })
    const once = await waitFor(actor, ({ context }) => context.flow?.state === 'success')
    expect(once.context.flow?.ui.messages).toHaveLength(1)
    actor.send({ type: 'form.type', name: 'traits.email', value: 'no address' })
    actor.send({ type: 'form.submit', values: { method: 'profile', 'traits.email': 'no address' } })
    const then = await waitFor(actor, ({ value, context }) => value === 'showing' && context.flow?.state !== 'success')
    expect(then.context.flow?.ui.messages).toEqual([])
    expect(then.context.typed).toEqual({ 'traits.email': 'no address' })
  })
})

describe('the destination of a flow', () => {
  const begun = async (script: Script) => {
    const { actor, left, reach, requests } = begin({ create: [form()], ...script })
    await reach('showing')
    actor.send({ type: 'form.submit', values })
    await reach('leaving')
    return { left, requests }
  }

  test('a registration with an unverified address leads to the verification first, and keeps its return address', async () => {
    const result = signedIn([
      { action: 'show_verification_ui', flow: { id: 'v1' } },
      { action: 'redirect_browser_to', redirect_browser_to: '/' },
    ])
    const { left } = await begun({ kind: 'registration', params: { return_to: '/health' }, submit: [result] })
    expect(left).toEqual(['/verification?flow=v1&return_to=%2Fhealth'])
  })

  test('a registration without a session leads to the sign-in', async () => {
    const result: FlowResult = { kind: 'done', signedIn: false, continueWith: [] }
    const { left } = await begun({ kind: 'registration', submit: [result] })
    expect(left).toEqual(['/login'])
  })

  test('a recovery leads to the settings to choose a new password', async () => {
    const result = form({
      state: 'passed_challenge',
      continue_with: [{ action: 'show_settings_ui', flow: { id: 's1' } }],
    })
    const { left } = await begun({ kind: 'recovery', submit: [result] })
    expect(left).toEqual(['/profile-settings?flow=s1'])
  })

  test('saved settings stay open, and their input counts as saved', async () => {
    const { actor, reach } = begin({ kind: 'settings', create: [form()], submit: [form({ state: 'success' })] })
    await reach('showing')
    actor.send({ type: 'form.type', name: 'password', value: 'a new one' })
    actor.send({ type: 'form.type', name: 'traits.name.first', value: 'Ada' })
    actor.send({ type: 'form.submit', values: { password: 'a new one', method: 'password' } })
    const shown = await waitFor(actor, ({ context }) => context.flow?.state === 'success')
    expect(shown.context.typed).toEqual({ 'traits.name.first': 'Ada' })
  })

  test.each<[string, Pick<Script, 'create' | 'submit'>]>([
    [
      'went well',
      { create: [{ kind: 'logout', token: 't' }], submit: [{ kind: 'done', signedIn: false, continueWith: [] }] },
    ],
    ['there was nothing to sign out of', { create: [rejected(401, 'session_inactive')] }],
    [
      'its token was refused and another one is not',
      {
        create: [
          { kind: 'logout', token: 't' },
          { kind: 'logout', token: 'u' },
        ],
        submit: [rejected(403), { kind: 'done', signedIn: false, continueWith: [] }],
      },
    ],
    ['the session ended meanwhile', { create: [{ kind: 'logout', token: 't' }], submit: [rejected(401)] }],
  ])('a logout leads to the sign-in and back to the page when it %s [AUTH-36,AUTH-43,SHELL-70]', async (_, script) => {
    const { left, reach } = begin({ kind: 'logout', params: { return_to: '/catalog?x=1' }, ...script })
    await reach('leaving')
    expect(left).toEqual(['/login?return_to=%2Fcatalog%3Fx%3D1'])
  })

  test.each([lost, rejected(502), rejected(404)])(
    'a failed logout is retried until it succeeds: %j',
    async (failure) => {
      const { actor, requests, left, clock, reach } = begin({
        kind: 'logout',
        create: [failure, failure, { kind: 'logout', token: 't' }, { kind: 'logout', token: 'u' }],
        submit: [failure, { kind: 'done', signedIn: false, continueWith: [] }],
      })
      for (const tries of [1, 2, 4]) {
        await waitFor(actor, ({ value }) => value === 'unreachable' && requests.length === tries)
        expect(left).toEqual([])
        clock.increment(3_000)
      }
      await reach('leaving')
      expect([requests.at(-1), left]).toEqual([['submit', { kind: 'logout', id: 'u', values: {} }], ['/login']])
    },
  )

  test('a logout that is rejected repeatedly shows this and does not sign out', async () => {
    const { left, reach } = begin({ kind: 'logout', create: [{ kind: 'logout', token: 't' }], submit: [rejected(403)] })
    const rejectedLogout = await reach('refused')
    expect([rejectedLogout.context.result, left]).toMatchObject([{ reason: 'why 403' }, []])
  })

  test('a logout fetches a token and submits it [AUTH-36,AUTH-43]', async () => {
    const ended: FlowResult = { kind: 'done', signedIn: false, continueWith: [] }
    const { requests, reach } = begin({ kind: 'logout', create: [{ kind: 'logout', token: 't' }], submit: [ended] })
    await reach('leaving')
    expect(requests).toEqual([
      ['create', { kind: 'logout', params: {} }],
      ['submit', { kind: 'logout', id: 't', values: {} }],
    ])
  })
})
