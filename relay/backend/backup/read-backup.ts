import { backupMaxBytes, formatMegabytes } from '#shared/backup/backup-routes.ts'
import { appendValue } from '#shared/primitives/append-value.ts'
import { parseDocuments } from '#relay/backend/resources/parse-documents.ts'
import type { ResourceDocument } from '#relay/backend/resources/resource-document.ts'
import { specSchemas } from '#relay/backend/schemas/spec-schemas.ts'
import type { BackupKind } from './backup-kind.ts'
import { backupKinds } from './backup-kinds.ts'
import { decryptBy } from './passphrase.ts'
import { toResourceKey } from './stored-resources.ts'

export interface BackupError {
  readonly line: number
  readonly column: number
  readonly reason: string
}

interface ReadBackup {
  readonly documents: ReadonlyMap<BackupKind, readonly ResourceDocument[]>
  readonly errors: readonly BackupError[]
}

const whole = (reason: string): ReadBackup => ({ documents: new Map(), errors: [{ line: 1, column: 1, reason }] })

/** Throws when the secrets cannot be decrypted; all other errors are returned. */
export const readBackup = async (text: string, passphrase: string | undefined): Promise<ReadBackup> => {
  const bytes = Buffer.byteLength(text)
  if (bytes > backupMaxBytes)
    return whole(`The file is ${formatMegabytes(bytes)}, the limit is ${formatMegabytes(backupMaxBytes)}. Split it.`)
  const { documents, errors } = parseDocuments('backup.yaml', text, specSchemas)
  const known = new Map(backupKinds.map((kind) => [kind.kind, kind]))
  if (!documents.some(({ kind }) => known.has(kind)) && errors.length === 0)
    return whole(`Not a backup: no documents of the kinds ${[...known.keys()].join(', ')}.`)

  const decrypt = await decryptBy(passphrase, text)
  const found: BackupError[] = errors.map(({ line, column, reason }) => ({ line, column, reason }))
  const byKind = new Map<BackupKind, ResourceDocument[]>()
  const keys = new Map<string, number>()
  for (const document of documents) {
    const { position, namespace, name } = document
    const kind = known.get(document.kind)
    if (kind === undefined) {
      found.push({ ...position, reason: `The kind ${document.kind} cannot be imported.` })
      continue
    }
    const key = toResourceKey(kind, namespace, name)
    const first = keys.get(key)
    if (first !== undefined) found.push({ ...position, reason: `Duplicate ${key}: already defined in line ${first}.` })
    keys.set(key, first ?? position.line)
    appendValue(byKind, kind, { ...document, spec: decrypted(document.spec, decrypt) })
  }
  return { documents: byKind, errors: found }
}

const decrypted = (value: unknown, decrypt: (text: string) => string): unknown =>
  JSON.parse(JSON.stringify(value ?? {}), (_key, part: unknown) => (typeof part === 'string' ? decrypt(part) : part))
