import { warn } from './log.ts'

const needsHttps = 'Desktop notifications need HTTPS.'
const unsupported = 'This browser has no desktop notifications.'
const blocked = 'This browser blocks notifications of this site. Allow them in its site settings.'

/** Null if they can be shown or requested. */
export const findNotificationObstacle = (): string | null => {
  if (!window.isSecureContext) return needsHttps
  if (!('Notification' in window)) return unsupported
  return Notification.permission === 'denied' ? blocked : null
}

/** The browser asks the person. Returns the obstacle, or null if notifications can be shown. */
export const requestDesktopNotifications = async (): Promise<string | null> => {
  const obstacle = findNotificationObstacle()
  if (obstacle !== null) return obstacle
  return (await Notification.requestPermission()) === 'granted' ? null : blocked
}

interface DesktopNotification {
  readonly title: string
  readonly body: string
  /** Tabs that show the same tag show one notification. */
  readonly tag: string
  readonly onOpen: () => void
}

export const showDesktopNotification = ({ title, body, tag, onOpen }: DesktopNotification): void => {
  if (findNotificationObstacle() !== null || Notification.permission !== 'granted') return
  try {
    const shown = new Notification(title, { body, tag, icon: '/favicon-failing.svg' })
    shown.addEventListener('click', () => {
      window.focus()
      shown.close()
      onOpen()
    })
  } catch (error) {
    // Chromium on Android throws: it shows notifications of service workers only.
    warn(`desktop notification not shown: ${String(error)}`)
  }
}
