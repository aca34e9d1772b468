import { Play } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { playbookQuery } from '#client/features/playbooks/playbook-api.ts'
import { Button } from '#client/ui/button.tsx'

const RunDialog = lazy(async () => ({ default: (await import('./run-dialog.tsx')).RunDialog }))

interface RunSavedProps {
  readonly id: string
  readonly isChanged: boolean
}

export function RunSaved({ id, isChanged }: RunSavedProps) {
  const { data: playbook } = useQuery(playbookQuery(id))
  const { allowed, reason } = useAllowed('playbook:run', 'playbook_runs', { about: { playbook: { id } } })
  const [isRunning, setRunning] = useState(false)
  const unsaved = isChanged ? 'Save or discard your changes first: a run uses the saved spec.' : undefined
  return (
    <>
      <Button
        icon={<Play size={14} />}
        disabled={!allowed || playbook == null}
        disabledReason={reason ?? unsaved}
        onClick={() => setRunning(true)}
      >
        Run
      </Button>
      {isRunning && playbook != null ? (
        <Suspense fallback={null}>
          <RunDialog playbook={playbook} onClose={() => setRunning(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
