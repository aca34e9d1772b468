import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startPushService } from '#relay/testing/push-service.ts'
import { expect, test as base } from '#tests/fixtures/browser.ts'
import { oncePerWorker } from '#tests/fixtures/worker-values.ts'

interface Push {
  readonly service: Awaited<ReturnType<typeof startPushService>>
  readonly folder: string
  readonly authority: string
}

const test = base.extend<{ push: Push; pushService: Push['service'] }>({
  push: oncePerWorker(
    async () => {
      const service = await startPushService()
      const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-push-'))
      const authority = join(folder, 'authority.pem')
      await writeFile(authority, service.ca)
      return { service, folder, authority }
    },
    async ({ service, folder }) => {
      await service.close()
      await rm(folder, { recursive: true })
    },
  ),
  pushService: ({ push }, provide) => provide(push.service),
  relayOptions: ({ push }, provide) =>
    provide({
      env: { NODE_EXTRA_CA_CERTS: push.authority },
      resources: { 'properties.yaml': 'notifications.push.private: true\n' },
    }),
})

/** The headless browser grants the permission on request but reports `denied` before and after. */
const withPermission = (page: Page, permission: NotificationPermission) =>
  page.addInitScript((state) => {
    Object.defineProperty(Notification, 'permission', { get: () => state })
  }, permission)

const openMyNotifications = async (page: Page) => {
  await page.goto('/notifications/mine')
  return page.getByRole('region', { name: 'Push notifications' })
}

test('this browser is subscribed, or the page shows why the browser refused', async ({ page, context }) => {
  await context.grantPermissions(['notifications'])
  await withPermission(page, 'granted')
  const section = await openMyNotifications(page)
  await section.getByRole('button', { name: 'Enable push in this browser' }).click()
  const [alert, own] = [section.getByRole('alert'), section.getByText('this browser', { exact: true })]
  await expect(alert.or(own)).toBeVisible()
  if (await alert.isVisible())
    await expect(alert).toContainText(/The browser rejected the subscription.*Registration failed/)
  const worker = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL)
  expect(worker).toBe(new URL('/push-worker.js', page.url()).href)
})

test('explains what to do when notifications are blocked', async ({ page }) => {
  await withPermission(page, 'denied')
  const section = await openMyNotifications(page)
  await expect(section.getByRole('status')).toContainText('Notifications are blocked for this site')
  await expect(section.getByRole('button', { name: 'Enable push in this browser' })).toBeHidden()
})

test('a browser is listed, receives a test shown by the service worker, and is removed', async ({
  page,
  request,
  pushService,
}) => {
  const browser = pushService.browser()
  const headers = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1' }
  const data = browser.subscription
  expect((await request.post('/api/notification/mine/browsers', { data, headers })).status()).toBe(200)
  await withPermission(page, 'granted')
  const section = await openMyNotifications(page)
  const phone = section.getByRole('listitem').filter({ hasText: 'Safari, iPhone' })
  await expect(phone).toContainText('nothing delivered yet')
  await phone.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('Sent to Safari, iPhone')).toBeVisible()
  await expect(phone).toContainText('last delivery')

  const text = browser.read(pushService.received.at(-1)?.body ?? Buffer.alloc(0))
  const shown = await shownByWorker(page, text)
  expect(shown).toEqual([
    'Test from Quarterdeck',
    {
      body: 'This browser receives pushes.',
      tag: 'test',
      actions: [],
      data: { link: '/notifications/mine', actLink: null },
    },
  ])

  pushService.respondWith(410)
  await phone.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('This browser no longer accepts push notifications. It was removed.')).toBeVisible()
  await expect(phone).toBeHidden()
  pushService.respondWith(201)

  expect((await request.post('/api/notification/mine/browsers', { data, headers })).status()).toBe(200)
  await page.reload()
  await phone.getByRole('button', { name: 'Remove' }).click()
  await expect(phone).toBeHidden()
})

const shownByWorker = async (page: Page, text: string): Promise<unknown> => {
  const context = page.context()
  const devtools = await context.newCDPSession(page)
  // Also reports the deleted registrations of earlier tests.
  const registrations = new Set<string>()
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: changed }) => {
    for (const { registrationId, isDeleted } of changed)
      if (isDeleted) registrations.delete(registrationId)
      else registrations.add(registrationId)
  })
  await devtools.send('ServiceWorker.enable')
  const started = context.waitForEvent('serviceworker')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/push-worker.js')
    await navigator.serviceWorker.ready
  })
  const worker = await started
  const shown = await worker.evaluateHandle(() => {
    const calls: unknown[] = []
    ServiceWorkerRegistration.prototype.showNotification = async (...call) => void calls.push(call)
    return calls
  })
  const origin = new URL(page.url()).origin
  await expect.poll(() => registrations.size).toBe(1)
  const [registrationId = ''] = registrations
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: text })
  await expect.poll(() => shown.evaluate((calls) => calls.length)).toBe(1)
  return shown.evaluate(([call]) => call)
}
