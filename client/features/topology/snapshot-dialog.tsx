import { useCallback, useState } from 'react'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { requestFile } from '#client/api/request.ts'
import { saveFile } from '#client/lib/browser/save-file.ts'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { Field } from '#client/ui/form/field.tsx'
import { Segmented } from '#client/ui/form/segmented.tsx'
import { Switch } from '#client/ui/form/switch.tsx'
import './dialogs.css'

const lengths = ['15m', '1h', '3h', '12h', '1d', '3d', '7d'] as const
type Length = (typeof lengths)[number]
const options = lengths.map((value) => ({ value, label: value }))

interface SnapshotDialogProps {
  readonly component: Pick<ComponentRow, 'id' | 'name'>
  readonly onClose: () => void
}

export function SnapshotDialog({ component: { id, name }, onClose }: SnapshotDialogProps) {
  const [start, setStart] = useState<Length>('15m')
  const [related, setRelated] = useState(true)
  const download = useCallback(async () => {
    const query = new URLSearchParams({ start, related: String(related) })
    const { data } = await requestFile(`/api/snapshot/topology/${encodeURIComponent(id)}?${query.toString()}`)
    saveFile(`${name}-snapshot.zip`, data)
    showToast('success', `Snapshot of ${name} downloaded`)
  }, [id, name, start, related])
  return (
    <ConfirmDialog
      title={`Snapshot of ${name}`}
      confirmLabel="Download snapshot"
      busyLabel="Collecting…"
      look="primary"
      size="small"
      onConfirm={download}
      onClose={onClose}
    >
      <div className="topology-dialog">
        <Field label="Changes and logs of the last">
          {() => <Segmented label="Changes and logs of the last" value={start} options={options} onChange={setStart} />}
        </Field>
        <Switch label="Include related components and items" checked={related} onChange={setRelated} />
        <p className="field-help">
          A zip file with the component, its checks, items, changes and logs, to attach to a ticket or share with
          another team.
        </p>
      </div>
    </ConfirmDialog>
  )
}
