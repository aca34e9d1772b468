import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { RunTarget } from '#machines/playbooks/run-dialog-machine.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { playbookQuery, runnableQuery } from '#client/features/playbooks/playbook-api.ts'
import { Button } from '#client/ui/button.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Menu, MenuItem } from '#client/ui/layout/menu.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import { RunPlaybookButton } from './run-playbook-button.tsx'

const RunDialog = lazy(async () => ({ default: (await import('./run-dialog.tsx')).RunDialog }))

export function RunPlaybook({ target }: { readonly target: RunTarget }) {
  const { allowed, reason } = useAllowed('playbook:run', 'playbook_runs')
  const [chosen, setChosen] = useState<string | null>(null)
  const button = <RunPlaybookButton disabled={!allowed} disabledReason={reason} />
  return (
    <>
      {allowed ? (
        <Popover placement="bottom-end" content={<Runnable target={target} onChoose={setChosen} />}>
          {button}
        </Popover>
      ) : (
        button
      )}
      {chosen === null ? null : (
        <Suspense>
          <ChosenDialog id={chosen} target={target} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </>
  )
}

interface RunnableProps {
  readonly target: RunTarget
  readonly onChoose: (id: string) => void
}

function Runnable({ target: { kind, id }, onChoose }: RunnableProps) {
  const { data: playbooks, error, refetch } = useQuery({ ...runnableQuery(kind, id), staleTime: 0 })
  if (error !== null)
    return (
      <Menu>
        <MenuItem disabled multiline text={`Could not load the playbooks. ${error.message}`} />
        <MenuItem text="Retry" shouldDismissPopover={false} onClick={() => void refetch()} />
      </Menu>
    )
  return (
    <Menu>
      {playbooks === undefined ? <MenuItem disabled text="Loading playbooks…" /> : null}
      {playbooks?.length === 0 ? <MenuItem disabled text={`No playbooks can run on this ${kind}`} /> : null}
      {playbooks?.map((playbook) => (
        <MenuItem key={playbook.id} text={playbook.title || playbook.name} onClick={() => onChoose(playbook.id)} />
      ))}
    </Menu>
  )
}

interface ChosenDialogProps {
  readonly id: string
  readonly target: RunTarget
  readonly onClose: () => void
}

function ChosenDialog({ id, target, onClose }: ChosenDialogProps) {
  const { data: playbook, error, refetch } = useQuery(playbookQuery(id))
  if (playbook === undefined && error === null) return null
  if (playbook !== undefined && playbook !== null)
    return <RunDialog playbook={playbook} target={target} onClose={onClose} />
  return (
    <Modal title="Run Playbook" onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
      <ErrorPanel
        error={error ?? new Error('This playbook was deleted.')}
        detailsHidden
        meaning="Run not started."
        {...(error !== null && { onRetry: () => void refetch() })}
      />
    </Modal>
  )
}
