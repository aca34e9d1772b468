import { More } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { incidentName } from '#client/domain/incidents/incident-state.ts'
import type { Incident } from '#client/features/incidents/incident/incident-view.ts'
import { incidentsKey } from '#client/domain/incidents/incidents-key.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { Menu, MenuItem } from '#client/ui/layout/menu.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'

const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }))
const SplitDialog = lazy(async () => ({ default: (await import('./split-dialog.tsx')).SplitDialog }))

export function IncidentMore({ incident }: { readonly incident: Incident }) {
  const { reason } = useAllowed('write', 'incident')
  const [open, setOpen] = useState<'merge' | 'split' | null>(null)
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const name = incidentName(incident)
  const close = useCallback(() => setOpen(null), [])
  const goTo = useCallback(
    (id: string, message: string) => {
      showToast('success', message)
      void client.invalidateQueries({ queryKey: incidentsKey })
      navigate(linkTo(routes.incident, { id }))
    },
    [client, navigate],
  )
  const handleMerged = useCallback((into: string) => goTo(into, `${name} was merged into this incident`), [goTo, name])
  const handleSplit = useCallback((opened: string) => goTo(opened, `Split from ${name}`), [goTo, name])
  if (!hasOwnBackend()) return null
  return (
    <>
      <Popover
        placement="bottom-end"
        content={
          <Menu>
            <MenuItem text="Merge into another…" onClick={() => setOpen('merge')} />
            <MenuItem text="Split…" onClick={() => setOpen('split')} />
          </Menu>
        }
      >
        <Button look="minimal" icon={<More />} aria-label="More actions" disabledReason={reason} />
      </Popover>
      <Suspense>
        {open === 'merge' ? <MergeDialog incident={incident} onMerged={handleMerged} onClose={close} /> : null}
        {open === 'split' ? <SplitDialog incident={incident} onSplit={handleSplit} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
