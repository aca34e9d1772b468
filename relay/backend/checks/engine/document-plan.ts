import { randomUUID } from 'node:crypto'
import type { CanarySpec } from '#relay/backend/checks/spec/canary-spec.ts'
import type { CanaryFields, CanaryRow } from '#relay/backend/checks/store/canary-store.ts'
import {
  locate,
  type DocumentPath,
  type ResourceDocument,
  type ResourceError,
} from '#relay/backend/resources/resource-document.ts'
import { changeSecrets } from '#relay/backend/secrets/change-secrets.ts'
import { canonicalJson } from '#relay/backend/rows/storable-json.ts'

const fromFile = 'ConfigFile/'
export const defaultNamespace = 'default'

export interface CanaryInForce {
  readonly row: CanaryFields
  readonly formatErrorAt: (path: DocumentPath, reason: string) => string
  readonly rejection: string
  /** Undefined for a row that is not defined in a file. */
  readonly document?: ResourceDocument
}

interface DocumentPlan {
  readonly inForce: readonly CanaryInForce[]
  readonly writes: readonly CanaryFields[]
  readonly deletes: readonly string[]
  readonly errors: readonly ResourceError[]
}

/**
 * Documents are matched with rows by namespace and name, source `ConfigFile/<file>`. A row without its document is
 * deleted; a row with an invalid document and rows of other sources stay as they are.
 */
export const planDocuments = async (
  documents: readonly ResourceDocument[],
  errors: readonly ResourceError[],
  rows: readonly CanaryRow[],
  read: (spec: unknown) => Promise<CanarySpec>,
): Promise<DocumentPlan> => {
  const inForce: CanaryInForce[] = []
  const writes: CanaryFields[] = []
  const deletes: string[] = []
  const unplaced = new Set(errors)
  const files = new Map<string, string>()
  const covered = new Set<string>()
  const byName = new Map<string, CanaryRow>()
  for (const row of rows) {
    const key = `${row.namespace}/${row.name}`
    if (row.source?.startsWith(fromFile) === true && !byName.has(key)) byName.set(key, row)
  }

  for (const document of documents) {
    const namespace = document.namespace || defaultNamespace
    const key = `${namespace}/${document.name}`
    const other = files.get(key)
    if (other !== undefined) {
      const reason = `Canary ${key} is already defined in ${other}.`
      const { file, index, position, kind, name } = document
      unplaced.add({ file, index, ...position, reason, kind, name, namespace })
      continue
    }
    files.set(key, document.file)
    const existing = byName.get(key)
    const formatErrorAt = (path: DocumentPath, reason: string) =>
      locate(document.file, document.findPosition(path), reason)
    const spec = await read(document.spec)
    if (spec.broken && existing?.deleted_at === null && !(await read(existing.spec)).broken) {
      covered.add(existing.id)
      const rejection = formatRejection(formatErrorAt(spec.error?.path ?? [], spec.error?.reason ?? ''))
      inForce.push({ row: existing, formatErrorAt: (_path, reason) => reason, rejection })
      continue
    }
    const row: CanaryFields = {
      id: existing?.id ?? randomUUID(),
      name: document.name,
      namespace,
      labels: document.labels,
      annotations: document.annotations,
      spec: changeSecrets(document.spec ?? {}, ({ text }) => text),
      source: `${fromFile}${document.file}`,
    }
    covered.add(row.id)
    if (existing?.deleted_at !== null || !sameFields(existing, row)) writes.push(row)
    inForce.push({ row, formatErrorAt, rejection: '', document })
  }

  for (const row of rows) {
    if (row.deleted_at !== null || covered.has(row.id)) continue
    if (row.source?.startsWith(fromFile) !== true) {
      inForce.push({ row, formatErrorAt: (_path, reason) => reason, rejection: '' })
      continue
    }
    const error = errors.find((candidate) => concerns(candidate, row))
    if (error === undefined) {
      deletes.push(row.id)
      continue
    }
    unplaced.delete(error)
    const where = error.file === '' ? error.reason : locate(error.file, error, error.reason)
    inForce.push({ row, formatErrorAt: (_path, reason) => reason, rejection: formatRejection(where) })
  }
  return { inForce, writes, deletes, errors: [...unplaced] }
}

const formatRejection = (where: string) =>
  `A newer version of the document was rejected, the last valid one stays active. ${where}`

const sameFields = (a: CanaryFields | undefined, b: CanaryFields): boolean =>
  a !== undefined &&
  a.source === b.source &&
  canonicalJson([a.labels ?? {}, a.annotations ?? {}, a.spec]) ===
    canonicalJson([b.labels ?? {}, b.annotations ?? {}, b.spec])

const concerns = (error: ResourceError, row: CanaryRow): boolean => {
  if (error.file === '') return true
  if (`${fromFile}${error.file}` !== row.source) return false
  if (error.index === null || error.name === '') return true
  return error.name === row.name && (error.namespace || defaultNamespace) === row.namespace
}
