import { formatCount } from '#shared/primitives/format-count.ts'
import type { ListedItem } from '#client/features/catalog/catalog-api.ts'
import { Age } from '#client/ui/age.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusDot } from '#client/ui/status-dot.tsx'
import { usualOrder, worstHealth, type GroupRow, type OverviewRow } from './overview-rows.ts'
import './catalog-wall.css'

/** They fill a screen; the groups follow where fewer are unhealthy. */
const itemsMax = 8

interface CatalogWallProps {
  readonly rows: readonly OverviewRow[]
  readonly unhealthy: readonly ListedItem[]
}

function Item({
  item: { name, id, type, status, health, updated_at: updatedAt, created_at: createdAt },
}: {
  readonly item: ListedItem
}) {
  return (
    <li>
      <StatusDot status={health} />
      <b className="cut">{name ?? id}</b>
      <span className="dim cut">{type}</span>
      <span className={health === 'unhealthy' ? 'bad-text cut' : 'warn-text cut'}>{status ?? health}</span>
      <Age at={updatedAt ?? createdAt} />
    </li>
  )
}

function Group({ row: { name, group } }: { readonly row: GroupRow }) {
  const unhealthy = group.health?.['unhealthy'] ?? 0
  return (
    <li>
      <StatusDot status={worstHealth(group)} none="no health" />
      <span className="cut">{name ?? 'none'}</span>
      <span className="tabular dim">
        {unhealthy > 0 ? <b className="bad-text">{formatCount(unhealthy)} of </b> : null}
        {formatCount(group.count)}
      </span>
    </li>
  )
}

/** Unhealthy items first, then every group in as many columns as fit. */
export function CatalogWall({ rows, unhealthy }: CatalogWallProps) {
  const groups = usualOrder(rows.filter((row) => row.kind === 'group'))
  const more = unhealthy.length - itemsMax
  if (groups.length === 0) return <EmptyState title="No items in the catalog" />
  return (
    <div className="catalog-wall">
      {unhealthy.length === 0 ? null : (
        <section aria-label="Unhealthy items">
          <h2 className="visually-hidden">Unhealthy items</h2>
          <ul>
            {unhealthy.slice(0, itemsMax).map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ul>
          {more > 0 ? <p className="dim">{formatCount(more)} more</p> : null}
        </section>
      )}
      <section aria-label="Groups">
        <h2 className="visually-hidden">Groups</h2>
        <ul>
          {groups.map((row) => (
            <Group key={row.key} row={row} />
          ))}
        </ul>
      </section>
    </div>
  )
}
