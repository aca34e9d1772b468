import type { FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import type { OnChange } from '#relay/backend/change.ts'
import { readPlaybookSpec } from './read-spec.ts'
import { silentTriggers } from '#relay/backend/playbooks/triggers/silent-triggers.ts'
import { readPlaybooks, type PlaybookRow } from './playbook-store.ts'
import type { DocumentFault, ResourceDocument, ResourceProblem } from '#relay/backend/resources/resource-document.ts'
import type { ResourceKind } from '#relay/backend/resources/resources.ts'
import { changeSecrets } from '#relay/backend/secrets/change-secrets.ts'
import { canonicalJson, storableJson } from '#relay/backend/storable-json.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Database, Queryable } from '#relay/database/database.ts'

const fromFile = 'ConfigFile'
const defaultNamespace = 'default'

/**
 * Makes the `Playbook` documents of RESOURCES_DIR rows of `playbooks` with the source `ConfigFile`, found again by namespace and
 * name. A row whose document is gone is deleted; one whose document is broken now stays as it was.
 */
export class PlaybookDocuments implements ResourceKind {
  readonly kind = 'Playbook'
  readonly #database: Database
  readonly #secrets: StoredSecrets
  readonly #onChange: OnChange
  readonly #log: FastifyBaseLogger
  #warned: ReadonlySet<string> = new Set()

  constructor(database: Database, secrets: StoredSecrets, onChange: OnChange, log: FastifyBaseLogger) {
    this.#database = database
    this.#secrets = secrets
    this.#onChange = onChange
    this.#log = log
  }

  async faultOf(document: ResourceDocument, others: readonly ResourceDocument[]): Promise<DocumentFault | undefined> {
    const twin = others.find((other) => keyOf(other) === keyOf(document))
    if (twin !== undefined)
      return { path: [], reason: `The playbook ${keyOf(document)} is already defined in ${twin.file}.` }
    const read = await readPlaybookSpec(document.spec)
    if ('spec' in read) return undefined
    return read.problem
  }

  async apply(documents: readonly ResourceDocument[], problems: readonly ResourceProblem[]): Promise<void> {
    const warnings = new Set<string>()
    const changed = await this.#database.transaction(async (transaction) => {
      const rows = (await readPlaybooks(transaction))
        .filter(({ source }) => source === fromFile)
        .map((row) => this.#secrets.open('playbooks', row))
      const byKey = new Map(rows.map((row) => [keyOf(row), row]))
      const ids: string[] = []
      for (const document of documents) {
        const read = await readPlaybookSpec(document.spec)
        if ('problem' in read) continue
        for (const warning of silentTriggers(document, read.spec)) warnings.add(warning)
        const row = byKey.get(keyOf(document))
        if (row !== undefined && isSame(row, document, read.spec)) continue
        ids.push(await write(transaction, this.#secrets, row?.id, document, read.spec))
      }
      const wanted = new Set(documents.map(keyOf))
      const gone = rows.filter((row) => !wanted.has(keyOf(row)) && !problems.some((problem) => concerns(problem, row)))
      for (const { id } of gone) {
        await transaction.query('update playbooks set deleted_at = now() where id = $1', [id])
        ids.push(id)
      }
      return ids
    })
    for (const warning of warnings) if (!this.#warned.has(warning)) this.#log.warn(warning)
    this.#warned = warnings
    if (changed.length > 0) this.#onChange({ relation: 'playbooks', ids: changed })
  }
}

const keyOf = ({ namespace, name }: Pick<ResourceDocument, 'namespace' | 'name'>) =>
  `${namespace || defaultNamespace}/${name}`

const isSame = (row: PlaybookRow, { spec }: ResourceDocument, { title, category }: PlaybookSpec): boolean =>
  row.title === (title ?? '') &&
  row.category === (category ?? '') &&
  canonicalJson(row.spec) === canonicalJson(changeSecrets(spec, ({ text }) => text))

const write = async (
  database: Queryable,
  secrets: StoredSecrets,
  existing: string | undefined,
  { namespace, name, spec }: ResourceDocument,
  { title = '', category = '', icon, description }: PlaybookSpec,
): Promise<string> => {
  const id = existing ?? randomUUID()
  const sealed = secrets.seal('playbooks', { id, spec }, undefined, { nothingStored: 'leave' })
  await database.query(
    `insert into playbooks (id, namespace, name, title, category, icon, description, spec, source)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, '${fromFile}')
     on conflict (id) do update set title = excluded.title, category = excluded.category, icon = excluded.icon,
       description = excluded.description, spec = excluded.spec`,
    [
      id,
      namespace || defaultNamespace,
      name,
      title,
      category,
      icon ?? null,
      description ?? null,
      storableJson(sealed.spec),
    ],
  )
  return id
}

/** Whether a problem may be what became of this row's document. */
const concerns = ({ index, kind, name, namespace }: ResourceProblem, row: PlaybookRow): boolean => {
  if (index === null || name === '') return true
  return (kind === '' || kind === 'Playbook') && keyOf({ namespace, name }) === keyOf(row)
}
