import { createWarningLog } from '#relay/backend/resources/log-rejections.ts'
import type { FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { ResourceKind } from '#shared/resources/kinds/resource-kind.ts'
import { nameOrigin } from '#relay/backend/rows/actor.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { besideColumns, writeBeside, type RelatedColumn } from '#relay/backend/resources/related-column.ts'
import type { DocumentError, ResourceDocument, ResourceError } from '#relay/backend/resources/resource-document.ts'
import type { DocumentKind } from '#relay/backend/resources/apply-documents.ts'
import { changeSecrets } from '#relay/backend/secrets/change-secrets.ts'
import { openedRow, sealedRow } from '#relay/backend/secrets/row-secrets.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { canonicalJson, storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Database, Queryable } from '#relay/database/database.ts'
import { takeTurn } from '#relay/database/take-turn.ts'

type Columns = Readonly<Record<string, unknown>>

export interface DocumentTable extends ResourceKind {
  readonly isWithoutSpec?: true
  readonly isNamedOnce?: true
  readonly columns: readonly string[]
  readonly beside?: readonly RelatedColumn[]
  /** `pass` is the same object for all documents that may share what was read for one of them. */
  readonly read: (
    document: ResourceDocument,
    database: Queryable,
    pass: object,
  ) => Promise<{ readonly columns: Columns; readonly warnings?: readonly string[] } | { readonly error: DocumentError }>
}

export interface LoneDocumentTable extends DocumentTable {
  readonly read: (document: ResourceDocument) => ReturnType<DocumentTable['read']>
}

interface DocumentRowsOptions {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly onChange: OnChange
  readonly log: FastifyBaseLogger
}

interface StoredRow extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly namespace: string | null
  readonly name: string
  readonly spec?: unknown
  readonly deleted_at: string | null
}

const fromFile = 'ConfigFile'
const defaultNamespace = 'default'

/**
 * Matches rows by namespace and name, also deleted ones. A row without a document is deleted; a row whose
 * document is now invalid stays unchanged.
 */
export class DocumentRows implements DocumentKind {
  readonly kind: string
  readonly #table: DocumentTable
  readonly #options: DocumentRowsOptions
  readonly #logWarnings: (warnings: readonly string[]) => void
  #pass: { readonly names: readonly string[]; taken?: Promise<ReadonlySet<string>> } = { names: [] }

  constructor(table: DocumentTable, options: DocumentRowsOptions) {
    this.kind = table.kind
    this.#table = table
    this.#options = options
    this.#logWarnings = createWarningLog(options.log)
  }

  prepare(documents: readonly ResourceDocument[]): void {
    this.#pass = { names: documents.map(({ name }) => name) }
  }

  async validate(document: ResourceDocument, others: readonly ResourceDocument[]): Promise<DocumentError | undefined> {
    const twin = others.find((other) => this.#toKey(other) === this.#toKey(document))
    if (twin !== undefined)
      return {
        path: [],
        reason: `The ${this.#table.noun} ${this.#toKey(document)} is already defined in ${twin.file}.`,
      }
    const read = await this.#table.read(document, this.#options.database, this.#pass)
    return 'error' in read ? read.error : this.#takenName(document)
  }

  async #takenName(document: ResourceDocument): Promise<DocumentError | undefined> {
    const { noun, isNamedOnce } = this.#table
    if (isNamedOnce !== true) return undefined
    const taken = await (this.#pass.taken ??= this.#takenNames(this.#pass.names))
    if (!taken.has(this.#toKey(document))) return undefined
    return {
      path: ['metadata', 'name'],
      reason: `The name ${this.#toKey(document)} is already used by another ${noun} that is not defined in a file. Rename this document, or rename or delete the other one.`,
    }
  }

  async #takenNames(names: readonly string[]): Promise<ReadonlySet<string>> {
    const { table, hasNamespace } = this.#table
    const [namespace, condition] = hasNamespace ? ['namespace', 'and deleted_at is null'] : ['null::text', '']
    const { rows } = await this.#options.database.query<{ namespace: string | null; name: string }>(
      `select ${namespace} as namespace, name from ${table}
        where coalesce(source::text, '') <> '${fromFile}' and name = any($1) ${condition}`,
      [names],
    )
    return new Set(rows.map((row) => this.#toKey(row)))
  }

  async apply(documents: readonly ResourceDocument[], errors: readonly ResourceError[]): Promise<void> {
    const { database, onChange } = this.#options
    const { table: relation, read, isWithoutSpec = false, beside = [] } = this.#table
    const warnings = new Set<string>()
    const changed = await database.transaction(async (transaction) => {
      if (database.kind === 'server') await takeTurn(transaction, relation)
      const rows = await this.#rows(transaction)
      const byKey = new Map(rows.map((row) => [this.#toKey(row), row]))
      const ids: string[] = []
      const pass = {}
      for (const document of documents) {
        const content = await read(document, transaction, pass)
        if ('error' in content) continue
        for (const warning of content.warnings ?? []) warnings.add(warning)
        const row = byKey.get(this.#toKey(document))
        if (row === undefined || !isSame(row, isWithoutSpec ? undefined : document, content.columns)) {
          await nameOrigin(transaction, document.file)
          ids.push(await this.#write(transaction, row?.id, document, content.columns))
        }
      }
      const wanted = new Set(documents.map((document) => this.#toKey(document)))
      const removed = rows
        .filter((row) => row.deleted_at === null && !wanted.has(this.#toKey(row)))
        .filter((row) => !errors.some((error) => this.#concerns(error, row)))
      if (removed.length > 0) await nameOrigin(transaction, '')
      for (const { id } of removed) {
        await transaction.query(`update ${relation} set deleted_at = now() where id = $1`, [id])
        ids.push(id)
      }
      return ids
    })
    this.#logWarnings([...warnings])
    if (changed.length === 0) return
    onChange({ relation, ids: changed })
    for (const each of beside) onChange({ relation: each.relation })
  }

  /** Deleted rows last, so that an active row wins for the same name. */
  async #rows(database: Queryable): Promise<StoredRow[]> {
    const { table: relation, columns, hasNamespace, isWithoutSpec, beside } = this.#table
    const namespace = hasNamespace ? 'namespace' : 'null::text'
    const named = ['id', `${namespace} as namespace`, 'name', ...(isWithoutSpec === true ? [] : ['spec']), 'deleted_at']
    const { rows } = await database.query<{ readonly row: StoredRow }>(
      `select to_jsonb(kept) as row from (
         select distinct on (coalesce(${namespace}, ''), name) ${[...named, ...columns.map(quoted), ...besideColumns(beside)].join(', ')}
           from ${relation} where source = '${fromFile}'
          order by coalesce(${namespace}, ''), name, deleted_at desc nulls first) as kept`,
    )
    return rows.map(({ row }) => openedRow(this.#options.secrets, relation, row))
  }

  async #write(
    database: Queryable,
    existing: string | undefined,
    { namespace, name, spec }: ResourceDocument,
    content: Columns,
  ): Promise<string> {
    const { table: relation, columns, hasNamespace, isWithoutSpec, beside } = this.#table
    const id = existing ?? randomUUID()
    const written = isWithoutSpec === true ? content : { spec, ...content }
    const sealed = sealedRow(this.#options.secrets, relation, { id, ...written })
    const values = { namespace: namespace || defaultNamespace, name, source: fromFile, ...sealed }
    const filled = [...(isWithoutSpec === true ? [] : ['spec']), ...columns].map(quoted)
    const names = ['id', ...(hasNamespace ? ['namespace'] : []), 'name', 'source', ...filled]
    const sets = filled.map((column) => `${column} = excluded.${column}`)
    await database.query(
      `insert into ${relation} (${names.join(', ')})
       select ${names.join(', ')} from jsonb_populate_record(null::${relation}, $1::jsonb)
       on conflict (id) do update set ${sets.join(', ')}, deleted_at = null`,
      [storableJson(values)],
    )
    await writeBeside(database, beside, id, content)
    return id
  }

  #toKey({ namespace, name }: { readonly namespace: string | null; readonly name: string }): string {
    return this.#table.hasNamespace ? `${namespace || defaultNamespace}/${name}` : name
  }

  #concerns({ index, kind, name, namespace }: ResourceError, row: StoredRow): boolean {
    if (index === null || name === '') return true
    return (kind === '' || kind === this.kind) && this.#toKey({ namespace, name }) === this.#toKey(row)
  }
}

const quoted = (name: string): string => `"${name}"`
const moment = /^\d{4}-\d\d-\d\dT/
const isMoment = (value: unknown): value is string => typeof value === 'string' && moment.test(value)

const sameJson = (one: unknown, other: unknown): boolean =>
  isMoment(one) && isMoment(other)
    ? Date.parse(one) === Date.parse(other)
    : canonicalJson(one ?? null) === canonicalJson(other ?? null)

const isSame = (row: StoredRow, document: ResourceDocument | undefined, columns: Columns): boolean =>
  row.deleted_at === null &&
  Object.entries(columns).every(([column, value]) => sameJson(row[column], value)) &&
  (document === undefined ||
    sameJson(
      row.spec,
      changeSecrets(document.spec, ({ text }) => text),
    ))
