import { Cross } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { changesQuery } from '#client/features/catalog/changes/changes-api.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { StatusDot } from '#client/ui/status-dot.tsx'
import { TagList } from '#client/ui/tag-list.tsx'
import type { RelatedItem } from './related-api.ts'

interface RelatedCardProps {
  readonly item: RelatedItem
  readonly onClose: () => void
}

function LastChange({ id }: { readonly id: string }) {
  const newest = { id, recursive: 'none', sort_by: '-created_at', page: 1, page_size: 1 } as const
  const { data, isError, isPlaceholderData } = useQuery(changesQuery(newest))
  const [change] = data?.rows ?? []
  if (isError) return <span>Could not load changes</span>
  if (data === undefined || isPlaceholderData) return null
  if (change === undefined) return <span>no changes recorded</span>
  return (
    <span>
      <Link href={linkTo(routes.configItemChanges, { id })}>{change.change_type}</Link> <Age at={change.created_at} />{' '}
      ago{change.summary ? `: ${change.summary}` : null}
    </span>
  )
}

export function RelatedCard({ item, onClose }: RelatedCardProps) {
  const { id, name, type, health, status, tags, updated_at: updatedAt, deleted_at: deletedAt } = item
  return (
    <aside className="related-card" aria-label={name ?? id}>
      <header>
        <StatusDot status={health} none="no health" />
        <Link className="cut" href={linkTo(routes.configItem, { id })}>
          {name ?? id}
        </Link>
        <Button look="minimal" small icon={<Cross size={14} />} aria-label="Close card" onClick={onClose} />
      </header>
      <p className="dim">{type}</p>
      <p className="dim dotted tabular">
        <b>{[health ?? 'no health', status].filter(Boolean).join(', ')}</b>
        {deletedAt === null ? null : (
          <span>
            deleted <Age at={deletedAt} /> ago
          </span>
        )}
        {updatedAt === null || deletedAt !== null ? null : (
          <span>
            updated <Age at={updatedAt} /> ago
          </span>
        )}
      </p>
      <p className="dim dotted tabular">
        <LastChange id={id} />
      </p>
      <TagList tags={tags} max={4} />
    </aside>
  )
}
