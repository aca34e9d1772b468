import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { compareRelated, comparePresence } from '#shared/catalog/compare-related.ts'
import { appendValue } from '#shared/primitives/append-value.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Graph, GraphSkeleton } from '#client/ui/graph/graph.tsx'
import type { Graph as GraphData } from '#client/ui/graph/graph-data.ts'
import { TextTree } from '#client/ui/graph/text-tree.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { TooMany, TreeCells } from '#client/features/catalog/item/related/item-relationships.tsx'
import type { RelatedItem } from '#client/features/catalog/item/related/related-api.ts'
import { RelatedFilters } from '#client/features/catalog/item/related/related-filters.tsx'
import { countRelated, relatedGraph } from '#client/features/catalog/item/related/related-graph.ts'
import {
  closeGroups,
  openGroup,
  showCard,
  useRelatedView,
} from '#client/features/catalog/item/related/use-related-view.ts'
import { listFieldChanges, MomentTable } from './moment-table.tsx'
import { useMomentHref, type Moment } from './moments.ts'
import { relatedAtMomentQuery } from './moments-api.ts'
import '#client/features/catalog/item/related/related.css'

const none: readonly RelatedItem[] = []
const noSoft: ReadonlySet<string> = new Set()

const compare = (before: readonly RelatedItem[], after: readonly RelatedItem[]) => {
  const compared = compareRelated(before, after)
  const leads = new Map<string, string[]>()
  for (const { source, target } of compared.edges) appendValue(leads, source, target)
  const rows = compared.items.flatMap(({ id, was, is }) => {
    const item = is ?? was
    return item === undefined ? [] : [{ ...item, related_ids: leads.get(id) ?? [] }]
  })
  return { compared, rows }
}

type Compared = ReturnType<typeof compare>['compared']

const withGhosts = (graph: GraphData, { items, edges }: Compared): GraphData => {
  const states = new Map(
    items.map((each) => [each.id, { presence: comparePresence(each), note: listFieldChanges(each)[0]?.text }]),
  )
  const presences = new Map(edges.map(({ source, target, presence }) => [`${source} ${target}`, presence]))
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const { presence = 'both', note } = states.get(node.id) ?? {}
      const changed = note === undefined ? undefined : 'changed'
      const ghost = presence === 'both' ? changed : presence
      return { ...node, ...(note !== undefined && { note }), ...(ghost !== undefined && { ghost }) }
    }),
    edges: graph.edges.map((edge) => {
      const presence = presences.get(`${edge.source} ${edge.target}`) ?? 'both'
      return presence === 'both' ? edge : { ...edge, ghost: presence }
    }),
  }
}

const comparedFacts = ({ items, edges }: Compared): readonly string[] => {
  const of = (wanted: string) => items.filter((each) => comparePresence(each) === wanted).length
  const links = edges.filter(({ presence }) => presence !== 'both').length
  const changed = items.filter((each) => listFieldChanges(each).length > 0).length
  if (of('added') + of('gone') + links + changed === 0) return ['no differences']
  return [
    `${formatCount(of('added'))} added`,
    `${formatCount(of('gone'))} removed`,
    `${formatCount(changed)} changed`,
    formatCount(links, 'relationship differs', 'relationships differ'),
  ]
}

interface MomentRelationshipsProps {
  readonly id: string
  readonly at: Moment
  readonly and?: Moment
}

export function MomentRelationships({ id, at, and }: MomentRelationshipsProps) {
  const { view, relation, depth, filter, opened, selectedId } = useRelatedView()
  const first = useQuery(relatedAtMomentQuery(id, relation, at))
  const second = useQuery({ ...relatedAtMomentQuery(id, relation, and ?? at), enabled: and !== undefined })
  const [, navigate] = useLocation()
  const toMomentHref = useMomentHref()
  const [before, after] = [first.data?.rows ?? none, (and === undefined ? first : second).data?.rows ?? none]
  const { compared, rows } = useMemo(() => compare(before, after), [before, after])
  const graph = useMemo(
    () => withGhosts(relatedGraph(rows, id, noSoft, filter), compared),
    [rows, id, filter, compared],
  )
  const shownIds = useMemo(() => new Set(graph.nodes.map((node) => node.id)), [graph])
  const byId = useMemo(() => new Map(rows.map((item) => [item.id, item])), [rows])
  const queries = and === undefined ? [first] : [first, second]
  const error = queries.find((each) => each.error !== null)?.error ?? null
  const isPending = queries.some((each) => each.data === undefined)
  const isTooMany = queries.some(({ data }) => data !== undefined && data.total > 0 && data.rows.length === 0)
  const shared = {
    graph,
    selectedId,
    onSelect: showCard,
    onOpen: (itemId: string) => navigate(toMomentHref(linkTo(routes.configItemRelationships, { id: itemId }))),
  }
  const drawn = () => {
    if (isPending) return error === null ? <GraphSkeleton /> : null
    if (isTooMany) return <TooMany total={Math.max(...queries.map(({ data }) => data?.total ?? 0))} />
    if (graph.nodes.length <= 1) return <EmptyState title="No relationships at this time" />
    if (view === 'table')
      return (
        <MomentTable
          items={compared.items.filter((each) => each.id !== id && shownIds.has(each.id))}
          isCompared={and !== undefined}
          toHref={(itemId) => toMomentHref(linkTo(routes.configItemRelationships, { id: itemId }))}
        />
      )
    if (view !== 'graph')
      return (
        <TextTree {...shared} label="Related items" renderCells={(itemId) => <TreeCells item={byId.get(itemId)} />} />
      )
    return (
      <Graph
        {...shared}
        label="Related items"
        opened={opened}
        onOpenGroup={openGroup}
        onCloseGroups={closeGroups}
        arrangement={JSON.stringify([id, relation, at, and])}
        edgeNames={
          and === undefined ? { hard: 'relationship' } : { hard: 'at both times', gone: 'removed', added: 'added' }
        }
      />
    )
  }
  const facts = () => {
    if (isPending || isTooMany) return []
    if (and !== undefined) return comparedFacts(compared)
    return [`${formatCount(countRelated(rows, id, filter).total)} related`]
  }
  return (
    <>
      <ListHead
        filters={<RelatedFilters items={rows} view={view} relation={relation} depth={depth} filter={filter} />}
        facts={facts()}
      />
      {error === null ? null : (
        <ErrorPanel error={error} onRetry={() => void Promise.all(queries.map(({ refetch }) => refetch()))} />
      )}
      <div className="related">{drawn()}</div>
    </>
  )
}
