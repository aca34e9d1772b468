import { Cross } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import { Link } from 'wouter'
import { configTable } from '#shared/catalog/catalog-topics.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { StatusDot } from '#client/ui/status-dot.tsx'
import { Fold, LoadingLine } from './fold.tsx'
import { isLinkedByHand, linkedItemsQuery, topologyKey, unlinkItem, type LinkedItem } from './topology-api.ts'
import './fold.css'

const LinkItemDialog = lazy(async () => ({ default: (await import('./link-item-dialog.tsx')).LinkItemDialog }))

interface LinkedItemsProps {
  readonly id: string
  /** Undefined while loading. */
  readonly name: string | undefined
}

const getName = ({ configs, config_id: id }: LinkedItem) => configs?.name ?? id
const badFirst = (a: LinkedItem, b: LinkedItem) =>
  Number(b.configs?.health === 'unhealthy') - Number(a.configs?.health === 'unhealthy') ||
  getName(a).localeCompare(getName(b))

export function LinkedItems({ id, name = 'this component' }: LinkedItemsProps) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(linkedItemsQuery(id))
  useTableChanges(configTable, topologyKey)
  const canLink = useAllowed('write', 'database', { object: 'catalog' })
  const [isLinking, setIsLinking] = useState(false)
  const [unlinking, setUnlinking] = useState<LinkedItem | null>(null)
  const closeLink = useCallback(() => setIsLinking(false), [])
  const closeUnlink = useCallback(() => setUnlinking(null), [])
  const unlink = useCallback(async () => {
    if (unlinking === null) return
    await unlinkItem(id, unlinking.config_id)
    await client.invalidateQueries({ queryKey: topologyKey })
    showToast('success', `${getName(unlinking)} unlinked from ${name}`)
  }, [client, id, name, unlinking])
  return (
    <Fold
      title="Catalog"
      count={data?.total}
      end={
        <Button look="minimal" small disabledReason={canLink.reason} onClick={() => setIsLinking(true)}>
          Link item
        </Button>
      }
    >
      {error === null ? null : <ErrorPanel error={error} detailsHidden onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <LoadingLine label="Loading Catalog" /> : null}
      {data?.rows.length === 0 ? <p className="fold-line faint">No config items are linked.</p> : null}
      <ul aria-label="Config items">
        {data?.rows.toSorted(badFirst).map((item) => (
          <li key={item.config_id} className="fold-line">
            <StatusDot status={item.configs?.health} none="no health" />
            <Link className="fold-main cut" href={linkTo(routes.configItem, { id: item.config_id })}>
              {getName(item)}
            </Link>
            <span className="fold-note cut">{item.configs?.type}</span>
            {isLinkedByHand(item) ? (
              <Button
                look="minimal"
                small
                icon={<Cross size={12} />}
                aria-label={`Unlink ${getName(item)}`}
                disabledReason={canLink.reason}
                onClick={() => setUnlinking(item)}
              />
            ) : null}
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {isLinking ? <LinkItemDialog component={{ id, name }} onClose={closeLink} /> : null}
      </Suspense>
      {unlinking === null ? null : (
        <ConfirmDialog
          title="Unlink this item?"
          confirmLabel="Unlink item"
          busyLabel="Unlinking…"
          onConfirm={unlink}
          onClose={closeUnlink}
        >
          {getName(unlinking)} will no longer appear on {name}. The item itself is not changed.
        </ConfirmDialog>
      )}
    </Fold>
  )
}
