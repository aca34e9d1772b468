import { toStoredSubscription } from '#shared/notifications/push-message.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'

export type PushSupport = 'ready' | 'insecure' | 'unsupported' | 'blocked'

const workerPath = '/push-worker.js'

export const pushSupport = (): PushSupport => {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

const decodeBase64Url = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const hasServerKey = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const own = subscription.options.applicationServerKey
  return own !== null && new Uint8Array(own).every((byte, index) => byte === key[index])
}

const readSubscription = async (): Promise<PushSubscription | null> => {
  if (pushSupport() === 'insecure' || pushSupport() === 'unsupported') return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

export const readOwnEndpoint = async (): Promise<string | null> => {
  try {
    return (await readSubscription())?.endpoint ?? null
  } catch {
    return null
  }
}

const rejected = (reason: string) => ({ kind: 'refused', reason }) as const

export const subscribeBrowser = async (key: string) => {
  if ((await Notification.requestPermission()) !== 'granted')
    return rejected('The permission to show notifications was not granted.')
  const applicationServerKey = decodeBase64Url(key)
  try {
    await navigator.serviceWorker.register(workerPath, { scope: '/' })
    const { pushManager } = await navigator.serviceWorker.ready
    const before = await pushManager.getSubscription()
    if (before !== null && !hasServerKey(before, applicationServerKey)) await before.unsubscribe()
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    return { kind: 'subscribed', subscription: toStoredSubscription(subscription.toJSON()) } as const
  } catch (error) {
    return rejected(toErrorMessage(error))
  }
}

export const unsubscribeBrowser = async (endpoint: string): Promise<void> => {
  try {
    const subscription = await readSubscription()
    if (subscription?.endpoint === endpoint) await subscription.unsubscribe()
  } catch {
    // Harmless: the relay no longer sends to this endpoint.
  }
}
