import { decide } from '#shared/access/decide.ts'
import type { Viewer } from '#shared/access/viewer.ts'

export const canWriteNotifications = (viewer: Viewer): boolean => {
  const question = { action: 'create', resource: 'notifications', object: 'notification', about: {} } as const
  return decide(viewer, question, { nowMs: Date.now() }).answer === 'allowed'
}

export const canReadSends = (viewer: Viewer): boolean => {
  const question = { action: 'read', resource: 'notifications', object: 'database.monitor', about: {} } as const
  return decide(viewer, question, { nowMs: Date.now() }).answer === 'allowed'
}
