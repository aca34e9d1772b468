import type { Page, Route } from '@playwright/test'
import { replies, signInWays } from '#machines/testing/flow-samples.ts'
import { expect, field, test } from '#tests/fixtures/identity-console.ts'

const callPatterns = {
  createFlow: /\/self-service\/login\/browser/,
  fetchFlow: /\/self-service\/login\/flows\?id=/,
  submitFlow: /\/self-service\/login\?flow=/,
  recheckFlow: /\/self-service\/login\/browser/,
} as const
type Call = keyof typeof callPatterns
const callIn = (type: string): Call | undefined =>
  (Object.keys(callPatterns) as Call[]).find((call) => type === `xstate.done.actor.${call}`)

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** The return page must not require a session. */
const address = '/login?flow=flow-0&return_to=%2Ferror'
const ways = signInWays({ flow: 'flow-0', return_to: '/error' }, 'http://127.0.0.1')
const shortest = new Map(
  ways.toSorted((a, b) => b.events.length - a.events.length).map((each) => [each.state.value, each]),
)

for (const [name, { state, events, way }] of shortest)
  test(`the sign-in page follows the machine’s path to "${name}": ${way}`, async ({ page }) => {
    const pendingRoutes: Route[] = []
    await page.route('**/api/.ory/self-service/**', (route) => void pendingRoutes.push(route))
    const expectCall = (call: Call) =>
      expect.poll(() => pendingRoutes[0]?.request().url() ?? '').toMatch(callPatterns[call])
    const identifier = field(page, 'identifier')
    await page.goto(address)

    for (const event of events) {
      const call = callIn(event.type)
      if (call !== undefined) {
        await expectCall(call)
        const route = pendingRoutes.shift()
        const wire = replies.find(({ result: response }) => event.output === response)?.wire ?? null
        await (wire === null ? route?.abort() : route?.fulfill(wire))
      } else if (event.type === 'form.type') await identifier.fill('ada')
      else if (event.type === 'form.submit') await button(page, 'password').click()
      else if (event.type === 'form.retry') await button(page, /Send again|Try now/).click()
      else if (event.type === 'flow.restart') await button(page, 'Start again').click()
      else expect(event.type).toContain('xstate.after')
    }

    const shows: Readonly<Record<string, () => Promise<void>>> = {
      creating: () => expectCall('createFlow'),
      fetching: () => expectCall('fetchFlow'),
      submitting: () => expectCall('submitFlow'),
      rechecking: () => expectCall('recheckFlow'),
      showing: () => expect(identifier).toBeFocused(),
      submitFailed: () => expect(page.getByText('Your input is not lost.')).toBeVisible(),
      unreachable: () => expect(page.getByText('Retrying every few seconds.')).toBeVisible(),
      refused: () => expect(button(page, 'Start again')).toBeVisible(),
      leaving: () => expect(page).toHaveURL(/\/error$/),
    }
    await shows[name]?.()
    expect(shows).toHaveProperty(name)
    await expect(identifier).toHaveCount(state.hasTag('form') ? 1 : 0)
    if (name === 'submitting') await expect(button(page, 'password')).toHaveAttribute('aria-busy', 'true')
  })
