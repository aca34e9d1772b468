import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

export const backupMaxBytes = 5 * 1024 * 1024

export const formatMegabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`

const passphrase = z
  .string()
  .min(12, 'A passphrase needs at least 12 characters.')
  .max(1_024, 'A passphrase can have at most 1,024 characters.')

/** Secrets are encrypted by the passphrase, or omitted without one. */
export const exportBackupRoute = contract({
  method: 'POST',
  path: '/api/backup/export',
  embeddedOnly: true,
  body: z.strictObject({ passphrase: passphrase.optional() }),
  response: z.object({
    text: z.string(),
    count: z.number(),
    left_out: z.array(z.object({ key: z.string(), reason: z.string() })),
  }),
})

const fileInput = {
  text: z.string(),
  passphrase: z.string().max(1_024).optional(),
}

const backupEntrySchema = z.object({
  key: z.string(),
  kind: z.string(),
  namespace: z.string(),
  name: z.string(),
  change: z.enum(['added', 'changed', 'same', 'managed', 'extra', 'skipped']),
  reason: z.string().optional(),
  missingSecrets: z.number(),
  before: z.string().optional(),
  after: z.string().optional(),
  changesSecrets: z.boolean(),
})
export type BackupEntry = z.infer<typeof backupEntrySchema>

const backupErrorSchema = z.object({ line: z.number(), column: z.number(), reason: z.string() })

export const previewBackupRoute = contract({
  method: 'POST',
  path: '/api/backup/preview',
  embeddedOnly: true,
  body: z.strictObject(fileInput),
  response: z.object({ entries: z.array(backupEntrySchema), problems: z.array(backupErrorSchema) }),
})
export type BackupPreview = z.infer<typeof previewBackupRoute.response>

/** All or nothing. `remove` holds keys of `extra` entries. */
export const importBackupRoute = contract({
  method: 'POST',
  path: '/api/backup/import',
  embeddedOnly: true,
  body: z.strictObject({ ...fileInput, remove: z.array(z.string()).max(10_000) }),
  response: z.object({ added: z.number(), changed: z.number(), removed: z.number() }),
})
