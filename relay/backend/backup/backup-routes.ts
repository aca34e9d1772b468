import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { decide } from '#shared/access/decide.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { exportBackupRoute, importBackupRoute, previewBackupRoute } from '#shared/backup/backup-routes.ts'
import { recordAct } from '#relay/backend/audit/actor.ts'
import type { OnChange } from '#relay/backend/change.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { GuardWrite } from '#relay/backend/data-api/request.ts'
import { requireAccess } from '#relay/backend/refuse-access.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Database } from '#relay/database/database.ts'
import { SqlError } from '#relay/database/sql-error.ts'
import { serve } from '#relay/http/serve.ts'
import { exportBackup } from './export-backup.ts'
import { importBackup, ImportRejected, previewImport } from './import-backup.ts'
import { PassphraseError } from './passphrase.ts'

export interface BackupRoutesOptions {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly guardWrite: GuardWrite
  readonly onWrite: OnChange
}

const canAccessBackup = (viewer: Viewer, action: 'read' | 'write'): boolean =>
  decide(viewer, { action, resource: 'backup', object: 'backup' }, { nowMs: Date.now() }).answer === 'allowed'

const [mayExport, mayImport] = [
  requireAccess((viewer) => canAccessBackup(viewer, 'read'), { object: 'backup', action: 'read' }),
  requireAccess((viewer) => canAccessBackup(viewer, 'write'), { object: 'backup', action: 'create' }),
]

const answered = async <T>(reply: FastifyReply, work: () => Promise<T>): Promise<T | FastifyReply> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PassphraseError || error instanceof ImportRejected)
      return reply.code(400).send({ error: error.message })
    if (error instanceof DataApiError)
      return reply.code(error.status).send({ error: `Nothing was imported. ${error.message}` })
    if (error instanceof SqlError)
      return reply.code(400).send({ error: `Nothing was imported: the database rejected it (${error.message}).` })
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

  serve(app, previewBackupRoute, { preHandler: mayImport }, async ({ body: { text, passphrase } }, reply) => {
    return answered(reply, () => previewImport({ database, secrets, text, passphrase }))
  })

  serve(app, importBackupRoute, { preHandler: mayImport }, async ({ body, viewer }, reply) => {
    const { text, passphrase, remove } = body
    return answered(reply, () =>
      importBackup({ database, secrets, text, passphrase, remove, viewer, guardWrite, onWrite }),
    )
  })
}
