import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { explanationRoute, type ExplanationQuery } from '#shared/access/explanation.ts'
import { readGrants, shownGrant } from '#shared/access/grant-error.ts'
import { grantSchema } from '#shared/access/grant.ts'
import { humanPeople } from '#shared/access/human-people.ts'
import { memberSchema, personRolesSchema } from '#shared/access/membership.ts'
import { listRows, type Listed, deleteRows, findRow, insertRows, updateRows } from '#client/api/data-api.ts'
import { call } from '#client/api/call.ts'
import { idList, searchQuery } from '#client/api/list-query.ts'
import type { TableState } from '#client/lib/address/table-state.ts'
import { nullableText } from '#shared/primitives/row-values.ts'
import type { Range } from '#client/ui/table/list-pages.ts'

const named = z
  .object({ id: z.string().nullish(), name: z.string().nullish() })
  .nullish()
  .transform((value) => (value?.name ? { id: value.id ?? '', name: value.name } : null))

const listedSchema = grantSchema.extend({
  fault: nullableText,
  person: named,
  team: named,
  group: named,
  notification: named,
  playbook: named,
  canary: named,
  scraper: named,
  topology: named,
  source: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  created_by: z.string().nullish(),
})
export const listedPermissionSchema = z.preprocess(shownGrant, listedSchema)
export type ListedPermission = z.infer<typeof listedSchema>

interface PermissionFilter extends Pick<TableState, 'sorting'> {
  readonly search: string
  readonly subjectType: string
  readonly action: string
}

export const linkedSchema = grantSchema.pick({
  id: true,
  config_id: true,
  component_id: true,
  canary_id: true,
  playbook_id: true,
  connection_id: true,
})

/** The summary omits the ids of the named resources; only the table has them. */
const linkedObjects = async (rows: readonly ListedPermission[], signal: AbortSignal) => {
  const ids = rows.filter((row) => row.object === null && row.object_selector === null).map(({ id }) => id)
  if (ids.length === 0) return new Map<string, z.infer<typeof linkedSchema>>()
  const query = {
    select: 'id,config_id,component_id,canary_id,playbook_id,connection_id',
    id: idList(ids),
  }
  const { rows: linked } = await listRows('permissions', { row: linkedSchema, query, signal })
  return new Map(linked.map((row) => [row.id, row]))
}

const sortColumns: Readonly<Record<string, readonly string[]>> = {
  subject: ['subject_type', 'person->>name', 'team->>name', 'notification->>name', 'subject'],
  action: ['action'],
  resource: ['object', 'object_selector'],
  until: ['until'],
  description: ['description'],
  updated: ['updated_at'],
  created: ['created_at'],
}
export const newestFirst = { id: 'created', desc: true } as const

const buildOrder = (sorting: TableState['sorting']): string => {
  const columns = sorting === null ? undefined : sortColumns[sorting.id]
  if (columns === undefined) return 'created_at.desc,id.asc'
  return [...columns.map((column) => `${column}.${sorting?.desc ? 'desc' : 'asc'}.nullslast`), 'id.asc'].join(',')
}

const searchedColumns = [
  'action',
  'object',
  'description',
  'subject',
  'person->>name',
  'team->>name',
  'notification->>name',
]

export const permissionsQuery = ({ search, subjectType, action, sorting }: PermissionFilter) => {
  return {
    select: '*',
    deleted_at: 'is.null',
    order: buildOrder(sorting),
    ...(subjectType !== '' && { subject_type: `eq.${subjectType}` }),
    ...(action !== '' && { action: `eq.${action}` }),
    ...searchQuery(search, searchedColumns),
  }
}

export const listPermissions = async (
  filter: PermissionFilter,
  page: Range,
  signal: AbortSignal,
): Promise<Listed<ListedPermission>> => {
  const query = { ...permissionsQuery(filter), ...page }
  const { rows, total } = await listRows('permissions_summary', { row: listedPermissionSchema, query, signal })
  const objects = await linkedObjects(rows, signal)
  return { rows: rows.map((row) => Object.assign({}, row, objects.get(row.id))), total }
}

export const permissionsKey = ['permissions'] as const

export const detailSchema = z.preprocess(
  shownGrant,
  grantSchema.extend({ fault: nullableText, source: z.string().nullish() }),
)

export const permissionQuery = (id: string) =>
  queryOptions({
    queryKey: [...permissionsKey, 'one', id],
    queryFn: async ({ signal }) => {
      return findRow('permissions', {
        row: detailSchema,
        query: { select: '*', id: `eq.${id}`, limit: 1 },
        signal,
      })
    },
    enabled: id !== '',
    meta: { failsAloud: true },
  })

export const nameRow = z.object({ id: z.string(), name: z.string().nullish() })
const nameLists = {
  person: { relation: 'people', query: humanPeople },
  team: { relation: 'teams', query: { deleted_at: 'is.null' } },
  notification: { relation: 'notifications', query: { deleted_at: 'is.null' } },
  playbook: { relation: 'playbook_names', query: {} },
  config: { relation: 'config_names', query: {} },
  component: { relation: 'component_names', query: {} },
  canary: { relation: 'canaries', query: { deleted_at: 'is.null' } },
  connection: { relation: 'connections_list', query: {} },
} as const satisfies Record<string, { relation: string; query: Readonly<Record<string, string>> }>
export type NameList = keyof typeof nameLists

const namesMax = 1_000

export const namesQuery = (kind: NameList) =>
  queryOptions({
    queryKey: [...permissionsKey, 'names', kind],
    queryFn: async ({ signal }) => {
      const { relation, query } = nameLists[kind]
      const listQuery = { select: 'id,name', order: 'name.asc', limit: namesMax, ...query }
      const { rows } = await listRows(relation, { row: nameRow, query: listQuery, signal })
      return rows.map(({ id, name }) => ({ id, name: name || id }))
    },
    staleTime: 60_000,
  })

export const savePermission = (id: string | null, body: object): Promise<void> =>
  id === null ? insertRows('permissions', body) : updateRows('permissions', { id: `eq.${id}` }, body)

/** Hard delete (ledger PERM-48). */
export const deletePermission = (id: string): Promise<void> => deleteRows('permissions', { id: `eq.${id}` })

export const explanationQuery = (request: ExplanationQuery) =>
  queryOptions({
    queryKey: [...permissionsKey, 'explanation', request],
    queryFn: ({ signal }) => call(explanationRoute, { query: request, signal }),
    enabled: request.person !== '',
    staleTime: 5_000,
  })

export const everybodyQuery = queryOptions({
  queryKey: [...permissionsKey, 'everybody'],
  queryFn: async ({ signal }) => {
    const [{ rows: people }, { rows: held }, { rows: members }, { rows: permissions }] = await Promise.all([
      listRows('people', {
        row: nameRow,
        query: { select: 'id,name', ...humanPeople, order: 'name.asc' },
        signal,
      }),
      listRows('people_roles', { row: personRolesSchema, query: { select: 'id,name,roles' }, signal }),
      listRows('team_members', {
        row: memberSchema,
        query: { select: 'person_id,team:teams(id,name,deleted_at)' },
        signal,
      }),
      listRows('permissions', { row: z.unknown(), query: { select: '*', deleted_at: 'is.null' }, signal }),
    ])
    const rolesByPerson = new Map(held.map(({ id, roles }) => [id, roles ?? []]))
    const listTeams = (id: string) =>
      members.flatMap(({ person_id, team }) => (person_id === id && team && !team.deleted_at ? [team] : []))
    return {
      people: people.map(({ id, name }) => ({
        id,
        name: name ?? '',
        roles: rolesByPerson.get(id) ?? [],
        teams: listTeams(id),
      })),
      grants: readGrants(permissions).grants,
    }
  },
  staleTime: 30_000,
})
