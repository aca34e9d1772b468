import { randomUUID } from 'node:crypto'
import type { BackupPreview } from '#shared/backup/backup-routes.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { toText } from '#shared/primitives/to-text.ts'
import { nameActor, nameOrigin } from '#relay/backend/rows/actor.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { GuardWrite } from '#relay/backend/data-api/request.ts'
import { consolePersonId } from '#relay/backend/incidents/console-person.ts'
import type { ResourceDocument } from '#relay/backend/resources/resource-document.ts'
import { writeBeside } from '#relay/backend/resources/related-column.ts'
import { sealedRow } from '#relay/backend/secrets/row-secrets.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Database, Queryable } from '#relay/database/database.ts'
import { type HttpError, invalid } from '#relay/errors/http-error.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import type { BackupKind } from './backup-kind.ts'
import { backupKinds } from './backup-kinds.ts'
import { planImport, type Planned } from './plan-import.ts'
import { readBackup, type BackupError } from './read-backup.ts'
import { readReferences } from './references.ts'

interface Import {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly text: string
  readonly passphrase: string | undefined
}

export const previewImport = async ({ database, secrets, text, passphrase }: Import): Promise<BackupPreview> => {
  const { documents, errors } = await readBackup(text, passphrase)
  const nothing = documents.size === 0
  const coming = [...documents].flatMap(([{ hasNamespace, reference }, of]) => {
    const qualifiedName = ({ namespace, name }: ResourceDocument) =>
      hasNamespace ? `${namespace || 'default'}/${name}` : name
    return reference === null ? [] : of.map((document) => ({ kind: reference, name: qualifiedName(document) }))
  })
  const plans = []
  for (const kind of nothing ? [] : backupKinds) {
    const references = await readReferences(database, kind.names, coming)
    plans.push(await planImport({ database, secrets, kind, documents: documents.get(kind) ?? [], references }))
  }
  return {
    entries: plans.flatMap(({ planned }) => planned.map(({ entry }) => entry)),
    problems: [...errors, ...plans.flatMap((plan) => plan.errors)].toSorted((a, b) => a.line - b.line),
  }
}

const toRejection = ([first, ...others]: readonly BackupError[]): HttpError => {
  const more = others.length === 0 ? '' : others.length === 1 ? ' 1 more error.' : ` ${others.length} more errors.`
  return invalid(
    `Nothing was imported. Line ${first?.line ?? 1}: ${first?.reason ?? 'the file cannot be read.'}${more}`,
  )
}

interface ImportOptions extends Import {
  readonly remove: readonly string[]
  readonly viewer: Viewer
  readonly guardWrite: GuardWrite
  readonly onWrite: OnChange
}

/** All or nothing. Throws a DataApiError when `guardWrite` denies a write. */
export const importBackup = async ({
  database,
  secrets,
  text,
  passphrase,
  remove,
  viewer,
  guardWrite,
  onWrite,
}: ImportOptions) => {
  const { documents, errors } = await readBackup(text, passphrase)
  if (errors.length > 0) throw toRejection(errors)
  const removed = new Set(remove)
  const changed = new Map<string, readonly string[] | undefined>()
  const counts = { added: 0, changed: 0, removed: 0 }
  await database.transaction(async (transaction) => {
    await nameActor(transaction, viewer.id)
    await nameOrigin(transaction, 'a backup')
    const author = await loadAuthor(transaction, viewer.id)
    const checks = []
    for (const { table } of backupKinds) checks.push(await guardWrite(transaction, table, viewer))
    for (const kind of backupKinds) {
      const references = await readReferences(transaction, kind.names)
      const of = documents.get(kind) ?? []
      const plan = await planImport({ database: transaction, secrets, kind, documents: of, references })
      if (plan.errors.length > 0) throw toRejection(plan.errors)
      const ids: string[] = []
      for (const one of plan.planned) {
        const { change, key } = one.entry
        if (change === 'added' || change === 'changed') {
          ids.push(await write(transaction, secrets, one, author))
          counts[change] += 1
        } else if (change === 'extra' && removed.has(key)) {
          const id = String(one.stored?.row['id'])
          await transaction.query(`update ${kind.table} set deleted_at = now() where id = $1`, [id])
          ids.push(id)
          counts.removed += 1
        }
      }
      if (ids.length === 0) continue
      assertCanWrite(viewer, kind)
      changed.set(kind.table, ids)
      for (const { relation } of kind.beside ?? []) changed.set(relation, undefined)
    }
    for (const check of checks) await check?.()
  })
  for (const [relation, ids] of changed) onWrite({ relation, ...(ids !== undefined && { ids }) })
  return counts
}

/** Permission to import is not enough for resources that grant permissions. */
const assertCanWrite = (viewer: Viewer, { right, noun }: BackupKind): void => {
  if (right === undefined || isAllowed(viewer, { action: 'write', resource: right })) return
  throw new DataApiError(403, '42501', `You do not have permission to write a ${noun}. Ask an administrator.`)
}

const loadAuthor = async (transaction: Queryable, personId: string): Promise<string> => {
  const { rows } = await transaction.query<{ id: string }>('select id from people where id::text = $1', [personId])
  return rows[0]?.id ?? consolePersonId
}

const write = async (
  transaction: Queryable,
  secrets: StoredSecrets,
  { kind, row, stored }: Planned,
  author: string,
): Promise<string> => {
  const id = toText(stored?.row['id']) || randomUUID()
  const own = Object.entries({ ...row, id }).filter(([name]) => !kind.beside?.some(({ column }) => column === name))
  const sealed = sealedRow(secrets, kind.table, Object.fromEntries(own))
  const values = { ...sealed, ...(stored === undefined ? { source: 'UI', created_by: author } : {}) }
  await transaction.query(stored === undefined ? insertSql(kind, values) : updateSql(kind, values), [
    storableJson(values),
  ])
  await writeBeside(transaction, kind.beside, id, row)
  return id
}

const insertSql = ({ table }: BackupKind, row: object): string => {
  const names = Object.keys(row)
    .map((name) => `"${name}"`)
    .join(', ')
  return `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1::jsonb)`
}

const updateSql = ({ table }: BackupKind, row: object): string => {
  const sets = Object.keys(row)
    .filter((name) => name !== 'id')
    .map((name) => `"${name}" = given."${name}"`)
  return `update ${table} set ${sets.join(', ')}, deleted_at = null
            from jsonb_populate_record(null::${table}, $1::jsonb) as given where ${table}.id = given.id`
}
