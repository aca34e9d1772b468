import { useRef } from 'react'
import { formatCount } from '#shared/primitives/format-count.ts'
import type { ListedItem } from '#client/features/catalog/catalog-api.ts'
import { Age } from '#client/ui/age.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { MiddleCut } from '#client/ui/middle-cut.tsx'
import { useWholeRows } from '#client/ui/layout/use-whole-rows.ts'
import { StatusDot } from '#client/ui/status-dot.tsx'
import { usualOrder, worstHealth, type GroupRow, type OverviewRow } from './overview-rows.ts'
import './catalog-wall.css'

/** More than fit on any screen. */
const itemsMax = 40
const fewItems = 4

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
      <b className="cut">
        <MiddleCut text={name ?? id} />
      </b>
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

interface RowsProps {
  readonly label: string
  readonly count: number
  readonly children: React.ReactNode
}

function Rows({ label, count, children }: RowsProps) {
  const frame = useRef<HTMLElement>(null)
  const whole = useWholeRows(frame, 'li', true)
  return (
    <section ref={frame} aria-label={label}>
      <h2 className="visually-hidden">{label}</h2>
      <ul>{children}</ul>
      {whole === null ? null : <p className="dim">{formatCount(count - whole)} more</p>}
    </section>
  )
}

/** Unhealthy items first. The groups below them keep a part of the screen. */
export function CatalogWall({ rows, unhealthy }: CatalogWallProps) {
  const groups = usualOrder(rows.filter((row) => row.kind === 'group'))
  if (groups.length === 0) return <EmptyState title="No items in the catalog" />
  return (
    <div className="catalog-wall" data-crowded={unhealthy.length > fewItems ? '' : undefined}>
      {unhealthy.length === 0 ? null : (
        <Rows label="Unhealthy items" count={unhealthy.length}>
          {unhealthy.slice(0, itemsMax).map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </Rows>
      )}
      <Rows label="Groups" count={groups.length}>
        {groups.map((row) => (
          <Group key={row.key} row={row} />
        ))}
      </Rows>
    </div>
  )
}
