import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

/** How large a file may be that is imported. */
export const backupMaxBytes = 5 * 1024 * 1024

const passphrase = z
  .string()
  .min(12, 'A passphrase has 12 characters at least.')
  .max(1_024, 'A passphrase has 1,024 characters at most.')

/** Every resource that is kept here, as YAML documents: its secrets encrypted by a passphrase, or left out. */
export const exportBackupRoute = contract({
  method: 'POST',
  path: '/api/backup/export',
  body: z.strictObject({ passphrase: passphrase.optional() }),
  response: z.object({
    text: z.string(),
    count: z.number(),
    /** What cannot be in a file, and why: a sentence each. */
    left_out: z.array(z.object({ key: z.string(), reason: z.string() })),
  }),
})

const fileInput = {
  text: z.string(),
  /** What the secrets of the file are encrypted by. */
  passphrase: z.string().max(1_024).optional(),
}

/** What importing does with one resource. */
const backupEntrySchema = z.object({
  /** Kind, namespace and name: what tells it from the others. */
  key: z.string(),
  kind: z.string(),
  namespace: z.string(),
  name: z.string(),
  /** `extra`: it is here and not in the file, and stays unless it is chosen to be removed. */
  change: z.enum(['added', 'changed', 'same', 'managed', 'extra', 'skipped']),
  /** Of a skipped one: why it cannot be imported yet. */
  reason: z.string().optional(),
  /** Secrets that neither the file nor this console has: they are empty afterwards. */
  missingSecrets: z.number(),
  /** Of a changed one: it as YAML, its secrets as `***`. */
  before: z.string().optional(),
  after: z.string().optional(),
  /** Secrets are among what changes. */
  changesSecrets: z.boolean(),
})
export type BackupEntry = z.infer<typeof backupEntrySchema>

/** Why a file cannot be imported as it is. */
const backupErrorSchema = z.object({ line: z.number(), column: z.number(), reason: z.string() })

/** What an import would do. With problems it is refused as a whole. */
export const previewBackupRoute = contract({
  method: 'POST',
  path: '/api/backup/preview',
  body: z.strictObject(fileInput),
  response: z.object({ entries: z.array(backupEntrySchema), problems: z.array(backupErrorSchema) }),
})
export type BackupPreview = z.infer<typeof previewBackupRoute.response>

/** Does it, all or nothing. `remove` holds keys of resources that are not in the file. */
export const importBackupRoute = contract({
  method: 'POST',
  path: '/api/backup/import',
  body: z.strictObject({ ...fileInput, remove: z.array(z.string()).max(10_000) }),
  response: z.object({ added: z.number(), changed: z.number(), removed: z.number() }),
})
