import type { Page } from '@playwright/test'
import { expect, test } from '#tests/fixtures/production-identity.ts'
import type { Relay } from '#tests/fixtures/relay.ts'
import { makeSession } from '#tests/fixtures/make-session.ts'
import type { ReplayIdentity } from '#tests/fixtures/replay-identity.ts'

const jo = makeSession({ id: '00000000-0000-4000-8000-0000000000aa', first: 'Jo', email: 'jo@northwind.example' })
const joId = '00000000-0000-4000-8000-0000000000aa'
const noAccessText = 'This account has no access to this console.'

let sessions = 0
/** A new session avoids the relay's session cache. */
const newSession = () => `ory_kratos_session=s${(sessions += 1)}`

interface Stage {
  readonly relay: Relay
  readonly service: ReplayIdentity
}

const asMara = async ({ relay, service }: Stage, method: string, path: string, body?: object) => {
  service.play('whoami')
  const headers = { cookie: newSession(), 'content-type': 'application/json' }
  const response = await fetch(`${relay.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  service.play(jo)
  expect(response.ok).toBe(true)
}

const signInAsRemoved = async (page: Page, stage: Stage) => {
  stage.service.play(jo)
  await fetch(`${stage.relay.url}/api/auth/whoami`, { headers: { cookie: newSession() } })
  await asMara(stage, 'DELETE', `/api/people/${joId}`)
  const [name = '', value = ''] = newSession().split('=')
  await page.context().addCookies([{ name, value, url: stage.relay.url }])
  stage.service.play('login-init-signed-in')
}

test('shows a removed user the reason without redirects, and signs out', async ({ page, relay, service }) => {
  await signInAsRemoved(page, { relay, service })
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: noAccessText })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('An administrator can give it access under Settings › Users.')
  await expect(page.getByText('jo@northwind.example')).toBeVisible()
  await expect(page).toHaveURL(/\/(health)?$/)
  const logins = service.requests.filter(({ path }) => path.includes('/self-service/login/'))
  expect(logins).toHaveLength(1)

  service.play('logout-init', 'logout-success', 'login-init')
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In to your account' })).toBeVisible()
})

test('lets a user in after a role is assigned again', async ({ page, relay, service }) => {
  await signInAsRemoved(page, { relay, service })
  await page.goto('/settings/jobs')
  await expect(page.getByRole('heading', { name: noAccessText })).toBeVisible()
  await asMara({ relay, service }, 'POST', '/api/people/update', { id: joId, role: 'viewer' })
  const again = page.getByRole('button', { name: 'Try again' })
  const jobs = page.getByRole('heading', { name: 'Job History' })
  // Sessions are cached briefly, so the first attempt may be too early.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 5_000 })
    await expect(again.or(jobs)).toBeVisible()
    await expect(jobs).toBeVisible({ timeout: 1_000 })
  }).toPass()
})
