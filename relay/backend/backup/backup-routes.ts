import type { FastifyPluginAsync } from 'fastify'
import type { Viewer } from '#shared/access/viewer.ts'
import { exportBackupRoute, importBackupRoute, previewBackupRoute } from '#shared/backup/backup-routes.ts'
import { recordAct } from '#relay/backend/rows/actor.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { GuardWrite } from '#relay/backend/data-api/request.ts'
import { requireAccess } from '#relay/backend/permissions/require-access.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Database } from '#relay/database/database.ts'
import { SqlError } from '#relay/database/sql-error.ts'
import { serve } from '#relay/http/serve.ts'
import { HttpError, invalid } from '#relay/errors/http-error.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import { exportBackup } from './export-backup.ts'
import { importBackup, previewImport } from './import-backup.ts'

interface BackupRoutesOptions {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly guardWrite: GuardWrite
  readonly onWrite: OnChange
}

const canAccessBackup = (viewer: Viewer, action: 'read' | 'write'): boolean =>
  isAllowed(viewer, { action, resource: 'backup', object: 'backup' })

const [mayExport, mayImport] = [
  requireAccess((viewer) => canAccessBackup(viewer, 'read'), 'backup', 'read'),
  requireAccess((viewer) => canAccessBackup(viewer, 'write'), 'backup', 'create'),
]

const explainRollback = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DataApiError)
      throw new HttpError(error.status, error.code, `Nothing was imported. ${error.message}`)
    if (error instanceof SqlError) throw invalid(`Nothing was imported: the database rejected it (${error.message}).`)
    throw error
  }
}

export const backupRoutes: FastifyPluginAsync<BackupRoutesOptions> = async (
  app,
  { database, secrets, guardWrite, onWrite },
) => {
  serve(app, exportBackupRoute, { preHandler: mayExport }, async ({ body: { passphrase }, viewer }, reply) => {
    const backup = await exportBackup(database, secrets, passphrase)
    const after = { resources: backup.count, secrets: passphrase === undefined ? 'left out' : 'encrypted' }
    const act = { action: 'exported', table: 'backups', id: 'resources', name: 'All resources', after }
    await recordAct(database, { personId: viewer.id, ...act })
    return reply.header('cache-control', 'no-store').send(backup)
  })

  serve(app, previewBackupRoute, { preHandler: mayImport }, ({ body: { text, passphrase } }) =>
    explainRollback(() => previewImport({ database, secrets, text, passphrase })),
  )

  serve(app, importBackupRoute, { preHandler: mayImport }, ({ body: { text, passphrase, remove }, viewer }) =>
    explainRollback(() => importBackup({ database, secrets, text, passphrase, remove, viewer, guardWrite, onWrite })),
  )
}
