import { Plus } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { compareRules } from '#shared/incidents/rule-order.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { resourceTopics } from '#shared/resources/resource-topics.ts'
import { listRows } from '#client/api/data-api.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { resourceHref } from '#client/domain/resources/resource-href.ts'
import { ListPage } from '#client/domain/views/list-page.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { settingsCrumbs } from '#client/lib/address/routes.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { RejectedDocuments } from '#client/domain/documents/rejected-documents.tsx'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import type { Bulk } from '#client/ui/table/bulk/bulk.ts'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { ListNothing } from '#client/ui/table/list-nothing.tsx'
import { queryReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'
import { SelectFilters } from '#client/ui/table/select-filters.tsx'
import { idList } from '#client/api/list-query.ts'
import { toOrigin } from './resource-source.ts'
import { failuresFirst } from './job-state.ts'
import { deletedColumns, getPriority, resourceColumns } from './resource-columns.tsx'
import { editedKinds, type EditedKind, type EditedTable } from './edited-kinds.ts'
import {
  deletedResourcesQuery,
  deleteResource,
  listedMax,
  listQuery,
  resourceSchema,
  resourcesKey,
  resourcesQuery,
  type ListedResource,
  type ManagedResource,
} from './resources-api.ts'
import './resources.css'

const getId = ({ id }: ListedResource) => id
const shows = [
  { value: '', label: 'Active' },
  { value: 'deleted', label: 'Deleted' },
]
const toPlural = (noun: string) => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`)

const listFacts = ({ noun }: EditedKind, rows: readonly ListedResource[], total: number): readonly string[] => {
  const count = (status: string) => rows.filter(({ job_status: each }) => each === status).length
  const [failing, warning] = [count('FAILED'), count('WARNING')]
  return [
    ...countFact(total, noun, toPlural(noun)),
    ...(failing > 0 ? [`${failing} failing`] : []),
    ...(warning > 0 ? [`${warning} with errors`] : []),
    ...(total > rows.length ? [`newest ${listedMax} shown; search to find others`] : []),
  ]
}

const toApiPath = ({ listed }: EditedKind, search: string) => {
  const query = Object.entries(listQuery(search)).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  )
  return `/api/db/${listed}?${new URLSearchParams(query).toString()}`
}

const hintsAtFiles: ReadonlySet<string> = new Set(['canaries', 'topologies', 'config_scrapers'])

/** Of these, a row has the whole document in its spec. */
const exported: ReadonlySet<EditedTable> = new Set(['canaries', 'topologies'])

const toDocument = ({ kind, apiGroup }: EditedKind, { name, namespace, labels, spec }: ManagedResource): object => ({
  apiVersion: `${apiGroup}.flanksource.com/v1`,
  kind,
  metadata: {
    name,
    namespace: namespace ?? 'default',
    ...(labels !== null && labels !== undefined && Object.keys(labels).length > 0 && { labels }),
  },
  spec,
})

const loadDocuments =
  (kind: EditedKind) =>
  async (listed: readonly ListedResource[], signal: AbortSignal): Promise<readonly object[]> => {
    const query = { id: idList(listed.map(getId)) }
    const { rows } = await listRows(kind.table, { row: resourceSchema, query, signal })
    const found = new Map(rows.map((row) => [row.id, row]))
    return listed.flatMap(({ id }) => {
      const row = found.get(id)
      return row === undefined ? [] : [toDocument(kind, row)]
    })
  }

const fileHint = ({ table, kind }: EditedKind): string =>
  hasOwnBackend() && hintsAtFiles.has(table) ? `, or put a document of kind ${kind} into RESOURCES_DIR` : ''

const meanings: Partial<Record<EditedTable, string>> = {
  canaries: 'A health check tests a service on a schedule.',
  topologies: 'A topology groups services into components with one health.',
  config_scrapers: 'A scraper fills the catalog.',
  incident_rules: 'A rule opens incidents for what becomes unhealthy.',
  logging_backends: 'A log backend supplies the logs of components and config items.',
  teams: 'A team is on call, is notified and owns incidents.',
}

const inRuleOrder = (rows: readonly ListedResource[]): readonly ListedResource[] =>
  rows
    .map((row) => ({ row, id: row.id, priority: getPriority(row), createdAt: row.created_at ?? '' }))
    .toSorted(compareRules)
    .map(({ row }) => row)

const toBulk = ({ noun, table }: EditedKind): Bulk<ListedResource> => ({
  one: noun,
  many: toPlural(noun),
  getName: ({ name }) => name,
  actions: [
    {
      label: 'Delete',
      done: 'deleted',
      consequence: 'What belongs to them is deleted too.',
      isPossible: (row) => toOrigin(row).kind === 'console',
      act: ({ id }) => deleteResource(table, id),
    },
  ],
})

const useListed = (kind: EditedKind, search: string, isDeleted: boolean) => {
  const present = useQuery({ ...resourcesQuery(kind, search), enabled: !isDeleted })
  const deleted = useQuery({ ...deletedResourcesQuery(kind, search), enabled: isDeleted })
  useTableChanges(resourceTopics[kind.table], resourcesKey(kind.table))
  return isDeleted ? deleted : present
}

interface NoResourcesProps {
  readonly kind: EditedKind
  readonly isFiltered: boolean
  readonly isDeleted: boolean
  /** Of those who may not add any. */
  readonly missing: string | undefined
}

function NoResources({ kind, isFiltered, isDeleted, missing }: NoResourcesProps) {
  const howToAdd = `${meanings[kind.table] ?? ''} ${missing ?? `Add one here${fileHint(kind)}.`}`.trim()
  return (
    <ListNothing
      isFiltered={isFiltered}
      noMatch={`No ${kind.noun} matches`}
      empty={
        isDeleted
          ? { title: `No deleted ${kind.noun}`, text: 'Deleted resources can be restored from here.' }
          : { title: `No ${toPlural(kind.noun)} yet`, text: <span className="not-on-walls">{howToAdd}</span> }
      }
    />
  )
}

export function ResourcesPage({ table }: { readonly table: EditedTable }) {
  const kind = editedKinds[table]
  const [search] = useQueryState('search')
  const [show] = useQueryState('show')
  const isDeleted = show === 'deleted'
  const searchText = search.trim()
  const query = useListed(kind, searchText, isDeleted)
  const create = useAllowed('create', kind.resource)
  const remove = useAllowed('delete', kind.resource)
  const [, navigate] = useLocation()
  const rows = query.data?.rows ?? []
  const source = useWholeList({
    reading: queryReading(query),
    columns: isDeleted ? deletedColumns(kind) : resourceColumns(kind),
    rows,
    inUsualOrder: isDeleted ? (all) => all : table === 'incident_rules' ? inRuleOrder : failuresFirst,
  })
  return (
    <ListPage
      title={kind.title}
      crumbs={settingsCrumbs}
      table={kind.table}
      label={kind.title}
      source={source}
      getKey={getId}
      filters={
        <SelectFilters
          search={{ label: `Search ${toPlural(kind.noun)}`, placeholder: 'Search by name', debounceMs: 300 }}
          {...(hasOwnBackend() && { choices: [{ key: 'show', label: 'Show', options: shows }] })}
        />
      }
      bulk={remove.allowed && !isDeleted ? toBulk(kind) : null}
      action={
        <Button
          look="primary"
          icon={<Plus />}
          disabledReason={create.reason}
          onClick={() => navigate(resourceHref(kind.table, 'new'))}
        >
          {`Add ${kind.noun}`}
        </Button>
      }
      facts={
        query.data === undefined
          ? []
          : isDeleted
            ? [`${formatCount(query.data.total ?? rows.length)} deleted`]
            : listFacts(kind, rows, query.data.total ?? rows.length)
      }
      {...(!isDeleted && { apiPath: toApiPath(kind, searchText) })}
      {...(exported.has(table) && {
        loadDocuments: loadDocuments(kind),
      })}
      above={
        <>
          {isDeleted ? null : <RejectedDocuments kinds={[kind.kind]} />}
          {kind.note !== undefined && hasOwnBackend() ? (
            <Callout bar tone="info">
              {kind.note}
            </Callout>
          ) : null}
        </>
      }
      nothing={<NoResources kind={kind} isFiltered={search !== ''} isDeleted={isDeleted} missing={create.reason} />}
    />
  )
}
