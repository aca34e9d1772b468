import { toStoredSubscription } from '#shared/notifications/push-message.ts'
import { pressedAddress, shownPush } from './shown-push.ts'

declare const self: ServiceWorkerGlobalScope

const browsersPath = '/api/notification/mine/browsers'

const open = async (address: string): Promise<void> => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => url === address)
  await (there === undefined ? self.clients.openWindow(address) : there.focus())
}

/** The browser replaced the subscription. Works only while someone is signed in here. */
const renewSubscription = async (before: PushSubscription | null): Promise<void> => {
  const key = before?.options.applicationServerKey ?? null
  const known = await self.registration.pushManager.getSubscription()
  const now =
    known ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  await fetch(browsersPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(toStoredSubscription(now.toJSON())),
  })
}

self.addEventListener('install', () => void self.skipWaiting())

self.addEventListener('push', (event) => {
  const { title, options } = shownPush(event.data?.text() ?? '')
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(pressedAddress(event.notification.data, event.action, self.location.origin)))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(event.oldSubscription))
})
