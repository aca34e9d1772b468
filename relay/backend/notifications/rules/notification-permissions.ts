import type { Viewer } from '#shared/access/viewer.ts'
import { isAllowed } from '#relay/is-allowed.ts'

export const canWriteNotifications = (viewer: Viewer): boolean =>
  isAllowed(viewer, { action: 'create', resource: 'notifications', object: 'notification', about: {} })

export const canUpdateNotifications = (viewer: Viewer): boolean =>
  isAllowed(viewer, { action: 'update', resource: 'notifications', object: 'notification', about: {} })

export const canReadSends = (viewer: Viewer): boolean =>
  isAllowed(viewer, { action: 'read', resource: 'notifications', object: 'database.monitor', about: {} })
