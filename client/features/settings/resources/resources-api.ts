import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'
import { changedColumns } from '#shared/primitives/changed-columns.ts'
import { hasSpecText, saveSpecTextRoute, specTextRoute } from '#shared/resources/spec-text-route.ts'
import type { ResourceDraft, SaveResult } from '#machines/settings/resource-editor-machine.ts'
import { call } from '#client/api/call.ts'
import { clients } from '#client/api/clients.ts'
import { listRows, softDeleteRows } from '#client/api/data-api.ts'
import { parseResponse } from '#client/api/request.ts'
import { nullableText } from '#shared/primitives/row-values.ts'
import { isBackendEmbedded } from '#client/domain/identity/user-accounts.ts'
import type { EditedKind } from './edited-kinds.ts'

const person = z.object({ id: z.string(), name: nullableText }).nullish().catch(null)
const agent = z.object({ id: z.string(), name: z.string() }).nullish().catch(null)
const textMap = z.record(z.string(), z.string()).nullish().catch(null)

const common = {
  id: z.string(),
  name: z.string(),
  namespace: nullableText,
  labels: textMap,
  icon: nullableText,
  source: nullableText,
  agent_id: nullableText,
  deleted_at: nullableText,
  created_at: nullableText,
  updated_at: nullableText,
  created_by: person,
}

export const listedSchema = z.object({
  ...common,
  schedule: nullableText,
  interval: nullableText,
  spec: z.record(z.string(), z.unknown()).nullish().catch(null),
  agent,
  /** Time of the last result of a canary, even without a recorded job. */
  last_runtime: nullableText,
  job_status: nullableText,
  job_time_start: nullableText,
  job_last_failed: nullableText,
  job_details: z.object({ errors: z.unknown() }).nullish().catch(null),
})
export type ListedResource = z.infer<typeof listedSchema>

export const resourceSchema = z.object({
  ...common,
  spec: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((spec) => spec ?? {}),
})
export type ManagedResource = z.infer<typeof resourceSchema> & {
  /** The spec as a person wrote it; null if it was never written as text. */
  readonly text?: string | null
}

export const listedMax = 100
const everyMs = 10_000
const people = 'created_by(id,name,avatar,email)'

export const resourcesKey = (table: string) => ['resources', table] as const

const likeName = (search: string) => `ilike.*${search.replaceAll(/[*,()"\\]/g, '')}*`

export const listQuery = (search: string, isDeleted = false) => ({
  select: `*,${people}`,
  order: isDeleted ? 'deleted_at.desc' : 'created_at.desc',
  deleted_at: isDeleted ? 'not.is.null' : 'is.null',
  limit: listedMax,
  name: search === '' ? undefined : likeName(search),
})

export const resourcesQuery = ({ table, listed }: EditedKind, search: string) =>
  queryOptions({
    queryKey: [...resourcesKey(table), 'list', search],
    queryFn: ({ signal }) => listRows(listed, { row: listedSchema, query: listQuery(search), signal }),
    refetchInterval: everyMs,
    placeholderData: (before) => before,
  })

export const deletedResourcesQuery = ({ table }: EditedKind, search: string) =>
  queryOptions({
    queryKey: [...resourcesKey(table), 'deleted', search],
    queryFn: ({ signal }) =>
      listRows(table, {
        row: listedSchema,
        query: { ...listQuery(search, true), or: '(source.is.null,source.eq.UI)' },
        signal,
      }),
    placeholderData: (before) => before,
  })

export const rowsSchema = z.array(resourceSchema)

const loadSpecText = async (table: string, id: string, signal?: AbortSignal) =>
  hasSpecText(table) && isBackendEmbedded()
    ? (await call(specTextRoute, { query: { table, id }, ...(signal && { signal }) })).text
    : null

/** The text that is returned has the value of the saved spec, with secrets as `***`. */
const saveSpecText = async (table: string, id: string, text: string | undefined) =>
  text !== undefined && hasSpecText(table) && isBackendEmbedded()
    ? (await call(saveSpecTextRoute, { body: { table, id, text } })).text
    : null

const managed = async (
  { table, document }: Pick<EditedKind, 'table' | 'document'>,
  rows: readonly unknown[],
  getText: (id: string) => Promise<string | null>,
): Promise<ManagedResource[]> => {
  const complete = await Promise.all(
    rows.map(async (row) => (document && isMap(row) ? { ...row, spec: await document.loadSpec(row) } : row)),
  )
  const read = parseResponse(rowsSchema, complete, `/${table}`)
  return Promise.all(read.map(async (resource) => Object.assign(resource, { text: await getText(resource.id) })))
}

export const resourceQuery = (kind: Pick<EditedKind, 'table' | 'document'>, id: string) =>
  queryOptions({
    queryKey: [...resourcesKey(kind.table), 'one', id],
    queryFn: async ({ signal }) => {
      const query = { id: `eq.${id}`, select: `*,${people}`, deleted_at: 'is.null' }
      const { rows } = await listRows(kind.table, { row: z.unknown(), query, signal })
      return (await managed(kind, rows, (rowId) => loadSpecText(kind.table, rowId, signal)))[0] ?? null
    },
    refetchInterval: everyMs,
  })

const responseSchema = z.array(z.unknown())

export const toRequestBody = async (
  { fields, toColumns, document }: EditedKind,
  { name, namespace, labels, icon, spec }: ResourceDraft,
  base: ManagedResource | null,
) => ({
  name,
  ...(document === undefined ? { spec } : await document.toColumns(spec, base?.spec ?? null)),
  ...toColumns?.(spec),
  ...(fields.includes('namespace') && { namespace: namespace === '' ? null : namespace }),
  ...(fields.includes('labels') && { labels }),
  ...(fields.includes('icon') && { icon }),
})

const toUnchangedDraft = ({ name, namespace, labels, icon, spec }: ManagedResource): ResourceDraft => ({
  name,
  namespace: namespace ?? '',
  labels: labels ?? {},
  icon: icon ?? '',
  spec,
})

const toPatch = async (kind: EditedKind, draft: ResourceDraft, base: ManagedResource): Promise<object> => {
  const [before, after] = await Promise.all([
    toRequestBody(kind, toUnchangedDraft(base), base),
    toRequestBody(kind, draft, base),
  ])
  return changedColumns(before, after)
}

const createResource = async (kind: EditedKind, draft: ResourceDraft, createdBy: string) => {
  const body = { ...(await toRequestBody(kind, draft, null)), source: 'UI', created_by: createdBy || undefined }
  const { data } = await clients.data(`/${kind.table}`, {
    method: 'POST',
    body,
    query: { select: `*,${people}` },
    schema: responseSchema,
  })
  return (await managed(kind, data, (id) => saveSpecText(kind.table, id, draft.text)))[0]
}

/** Updates only the version that was read, or creates a new resource. */
export const saveResource = async (
  kind: EditedKind,
  { draft, base }: { readonly draft: ResourceDraft; readonly base: ManagedResource | null },
  personId: string,
): Promise<SaveResult<ManagedResource>> => {
  if (base === null) {
    const resource = await createResource(kind, draft, personId)
    if (resource === undefined) throw new Error(`The ${kind.noun} was saved, but you cannot read it.`)
    return { kind: 'saved', resource }
  }
  const query = {
    id: `eq.${base.id}`,
    deleted_at: 'is.null',
    updated_at: base.updated_at === null ? undefined : `eq.${base.updated_at}`,
    select: `*,${people}`,
  }
  const body = await toPatch(kind, draft, base)
  const { data } = await clients.data(`/${kind.table}`, { method: 'PATCH', query, body, schema: responseSchema })
  const [resource] = await managed(kind, data, (id) => saveSpecText(kind.table, id, draft.text))
  if (resource !== undefined) return { kind: 'saved', resource }
  const one = { id: `eq.${base.id}`, select: `*,${people}`, deleted_at: 'is.null' }
  const { rows } = await listRows(kind.table, { row: z.unknown(), query: one })
  const [theirs] = await managed(kind, rows, (id) => loadSpecText(kind.table, id))
  return theirs === undefined ? { kind: 'gone' } : { kind: 'conflict', theirs }
}

export const deleteResource = (table: string, id: string) => softDeleteRows(table, { id: `eq.${id}` })

const belongings: Readonly<Record<string, { readonly table: string; readonly key: string; readonly noun: string }>> = {
  canaries: { table: 'checks', key: 'canary_id', noun: 'check' },
  config_scrapers: { table: 'config_items', key: 'scraper_id', noun: 'config item' },
  topologies: { table: 'components', key: 'topology_id', noun: 'component' },
  teams: { table: 'team_members', key: 'team_id', noun: 'membership' },
}

export const belongingsQuery = (table: string, id: string) =>
  queryOptions({
    queryKey: [...resourcesKey(table), 'belongings', id],
    queryFn: async ({ signal }) => {
      const known = belongings[table]
      if (known === undefined) return null
      const query = {
        [known.key]: `eq.${id}`,
        select: known.key,
        limit: 1,
        ...(table !== 'teams' && { deleted_at: 'is.null' }),
      }
      const { total, rows } = await listRows(known.table, { row: z.unknown(), query, signal })
      return { noun: known.noun, count: total ?? rows.length }
    },
  })
