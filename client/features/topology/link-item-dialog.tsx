import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { FoundResource } from '#machines/shell/resource-search-machine.ts'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { searchResources } from '#client/api/search-resources.ts'
import { ResourceSelector } from '#client/domain/resources/resource-selector.tsx'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { linkItem, topologyKey } from './topology-api.ts'
import './dialogs.css'

interface LinkItemDialogProps {
  readonly component: Pick<ComponentRow, 'id' | 'name'>
  readonly onClose: () => void
}

const search = (text: string, signal: AbortSignal) => searchResources({ config: [] }, text, signal)

export function LinkItemDialog({ component: { id, name }, onClose }: LinkItemDialogProps) {
  const client = useQueryClient()
  const [item, setItem] = useState<FoundResource | null>(null)
  const link = useCallback(async () => {
    if (item === null) return
    await linkItem(id, item.id)
    await client.invalidateQueries({ queryKey: topologyKey })
    showToast('success', `${item.name} linked to ${name}`)
  }, [client, id, name, item])
  return (
    <ConfirmDialog
      title={`Link ${name} to the catalog`}
      confirmLabel="Link item"
      busyLabel="Linking…"
      look="primary"
      size="small"
      missing={item === null ? 'Select an item first' : undefined}
      onConfirm={link}
      onClose={onClose}
    >
      <div className="topology-dialog">
        {item === null ? (
          <ResourceSelector label="Config item" search={search} onSelect={setItem} />
        ) : (
          <p className="topology-dialog-chosen">
            <span className="cut">
              <b>{item.name}</b> <span className="faint">{item.type}</span>
            </span>
            <Button small onClick={() => setItem(null)}>
              Change item
            </Button>
          </p>
        )}
        <p className="field-help">
          Changes and insights of a linked item appear on the component, and the item links back.
        </p>
      </div>
    </ConfirmDialog>
  )
}
