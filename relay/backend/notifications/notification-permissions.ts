import { decide } from '#shared/access/decide.ts'
import type { Viewer } from '#shared/access/viewer.ts'

/** Whether somebody may write rules and silence what is sent. */
export const canWriteNotifications = (viewer: Viewer): boolean => {
  const question = { action: 'create', resource: 'notifications', object: 'notification', about: {} } as const
  return decide(viewer, question, { nowMs: Date.now() }).answer === 'allowed'
}

/** Whether somebody may read what was sent, to whomever. */
export const canReadSends = (viewer: Viewer): boolean => {
  const question = { action: 'read', resource: 'notifications', object: 'database.monitor', about: {} } as const
  return decide(viewer, question, { nowMs: Date.now() }).answer === 'allowed'
}
