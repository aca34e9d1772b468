import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useLocation } from 'wouter'
import { relationshipTable } from '#shared/catalog/catalog-topics.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { isTimedOut } from '#client/api/outage.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Graph, GraphSkeleton, preloadGraph } from '#client/ui/graph/graph.tsx'
import { TextTree } from '#client/ui/graph/text-tree.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import {
  relatedAll,
  relatedKey,
  softLinks,
  type RelatedFilter,
  type RelatedItem,
  type Relation,
} from './related-api.ts'
import { RelatedCard } from './related-card.tsx'
import { RelatedFilters } from './related-filters.tsx'
import { countRelated, isFiltering, relatedGraph } from './related-graph.ts'
import { RelatedTable } from './related-table.tsx'
import {
  changeRelation,
  changeView,
  clearFilters,
  closeGroups,
  openGroup,
  showCard,
  useRelatedView,
} from './use-related-view.ts'
import './related.css'

const none: readonly RelatedItem[] = []

const listFacts = (items: readonly RelatedItem[] | undefined, rootId: string, filter: RelatedFilter, total: number) => {
  if (items === undefined) return []
  if (items.length === 0) return [`${formatCount(Math.max(0, total - 1))} related`]
  const counted = countRelated(items, rootId, filter)
  const of = isFiltering(filter) ? ` of ${formatCount(items.length - 1)}` : ''
  return [
    `${formatCount(counted.total)}${of} related`,
    ...(counted.unhealthy > 0 ? [`${formatCount(counted.unhealthy)} unhealthy`] : []),
    ...(counted.warning > 0 ? [`${formatCount(counted.warning)} warning`] : []),
  ]
}

function Nothing({ filter, relation }: { readonly filter: RelatedFilter; readonly relation: Relation }) {
  if (isFiltering(filter))
    return <EmptyState title="No related items match" actions={<Button onClick={clearFilters}>Clear filters</Button>} />
  const way = { all: '', incoming: 'incoming ', outgoing: 'outgoing ' }[relation.direction]
  return (
    <EmptyState title={`No ${way}relationships`}>
      <p>Scrapers find relationships: parents, owners, and the rules under transform.relationship.</p>
    </EmptyState>
  )
}

const followOneLevel = <Button onClick={() => changeRelation('depth', '1')}>Follow 1 level</Button>

export function TooMany({ total }: { readonly total: number }) {
  return (
    <EmptyState
      title={`${formatCount(total)} related items are too many for a graph`}
      actions={
        <>
          <Button look="primary" onClick={() => changeView('table')}>
            Show as table
          </Button>
          {followOneLevel}
        </>
      }
    />
  )
}

const asLists = (_key: string, value: unknown): unknown => (value instanceof Map ? [...value] : value)

export function TreeCells({ item }: { readonly item: RelatedItem | undefined }) {
  if (item === undefined) return null
  return (
    <>
      <span className="text-tree-cell dim cut">{item.type}</span>
      <span className="text-tree-cell cut">{[item.health, item.status].filter(Boolean).join(', ')}</span>
      <span className="text-tree-age">
        <Age at={item.updated_at ?? item.created_at} />
      </span>
    </>
  )
}

function useRelated(id: string, relation: Relation, filter: RelatedFilter) {
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(relatedAll(id, relation))
  const rows = data?.rows ?? none
  const ids = useMemo(() => rows.map((item) => item.id), [rows])
  const { data: soft = null } = useQuery({ ...softLinks(ids), enabled: relation.isSoftShown && ids.length > 1 })
  const graph = useMemo(() => relatedGraph(rows, id, new Set(soft ?? []), filter), [rows, id, soft, filter])
  return { data, rows, error, isPending, isPlaceholderData, refetch, graph, isSoftKnown: soft !== null }
}

export function ItemRelationships({ id }: { readonly id: string }) {
  const { view, relation, depth, filter, opened, selectedId } = useRelatedView()
  useTableChanges(relationshipTable, relatedKey)
  const { data, rows, error, isPending, isPlaceholderData, refetch, graph, isSoftKnown } = useRelated(
    id,
    relation,
    filter,
  )
  const [, navigate] = useLocation()
  useEffect(() => {
    if (view === 'graph') preloadGraph()
  }, [view])
  const byId = useMemo(() => new Map(rows.map((item) => [item.id, item])), [rows])
  const card = selectedId === null ? undefined : byId.get(selectedId)
  const goTo = (itemId: string) => {
    if (itemId !== id) navigate(linkTo(routes.configItemRelationships, { id: itemId }))
  }
  const isTooLong = data === undefined && isTimedOut(error)
  const nothing = <Nothing filter={filter} relation={relation} />
  const shared = { graph, selectedId, onSelect: showCard, onOpen: goTo }
  const drawn = () => {
    if (isTooLong)
      return <EmptyState title={`Following ${depth} levels from this item takes too long`} actions={followOneLevel} />
    if (data === undefined) return isPending && error === null ? <GraphSkeleton /> : null
    if (data.total > 0 && rows.length === 0) return <TooMany total={data.total} />
    if (graph.nodes.length <= 1) return nothing
    if (view === 'tree')
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
        arrangement={JSON.stringify(
          [id, relation, filter.types, filter.healths, filter.statuses, filter.tags],
          asLists,
        )}
        edgeNames={isSoftKnown ? { hard: 'hard', soft: 'soft' } : { hard: 'relationship' }}
      />
    )
  }
  return (
    <>
      <ListHead
        filters={<RelatedFilters items={rows} view={view} relation={relation} depth={depth} filter={filter} />}
        facts={listFacts(data?.rows, id, filter, data?.total ?? 0)}
      />
      {error === null || isTooLong ? null : (
        <ErrorPanel
          error={error}
          {...(data !== undefined && { meaning: <p>Showing the last loaded data.</p> })}
          onRetry={() => void refetch()}
        />
      )}
      <div className="related" aria-busy={isPlaceholderData}>
        {view === 'table' ? <RelatedTable id={id} relation={relation} filter={filter} empty={nothing} /> : drawn()}
        {card === undefined || view === 'table' ? null : <RelatedCard item={card} onClose={() => showCard(null)} />}
      </div>
    </>
  )
}
