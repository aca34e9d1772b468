import { z } from 'zod'
import { mara } from '#tests/fixtures/mara.ts'
import { expect, test } from '#tests/fixtures/production-identity.ts'

const readySchema = z.object({
  ready: z.boolean(),
  degraded: z.boolean(),
  parts: z.object({ identity: z.object({ state: z.string(), since: z.string().optional() }) }),
})

test('pages and /readyz report an identity service outage and recover with it', async ({ page, relay, service }) => {
  const ready = async () => {
    const response = await fetch(`${relay.url}/readyz`)
    return { status: response.status, ...readySchema.parse(await response.json()) }
  }
  expect(await ready()).toMatchObject({ status: 200, degraded: false, parts: { identity: { state: 'up' } } })
  service.setDown(true)
  await page.goto('/login')
  await expect(page.getByText('The sign-in service is unreachable.')).toBeVisible()
  const first = await ready()
  expect(first).toMatchObject({ status: 200, ready: true, degraded: true, parts: { identity: { state: 'down' } } })
  expect(Date.parse(first.parts.identity.since ?? '')).toBeLessThanOrEqual(Date.now())

  await page.context().addCookies([{ name: 'ory_kratos_session', value: 'down', url: relay.url }])
  await page.goto('/settings/users')
  await expect(page.getByText('Your sign-in could not be verified.')).toBeVisible()
  expect((await ready()).parts.identity.since).toBe(first.parts.identity.since)

  service.setDown(false)
  await expect(page.getByText(mara.email)).toBeVisible()
  expect(await ready()).toMatchObject({ degraded: false, parts: { identity: { state: 'up' } } })
})
