import { Refresh, Tick } from '@blueprintjs/icons'
import { useCallback, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import type { TopicStatus } from '#client/live/topic-view.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { approveRun, cancelRun, startAgain } from './run-api.ts'
import { runAgainHref, runHref, getRunTarget, getRunTitle } from './run-links.ts'
import type { RunView } from './run-view.ts'
import { useApproval } from './use-approval.ts'

interface RunButtonsProps {
  readonly view: RunView
  readonly status: TopicStatus
}

const isUnseen =
  'Connection lost, so the current state of the run is unknown. Actions are available again once the connection is back.'

interface QuestionProps {
  readonly asking: 'approve' | 'cancel' | 'again'
  readonly view: RunView
  readonly as: string | null
  readonly onClose: () => void
}

function Question({ asking, view: { run }, as, onClose }: QuestionProps) {
  const [, navigate] = useLocation()
  const approve = useCallback(async () => {
    showToast('success', (await approveRun(run.id)) ?? 'The run is approved.')
  }, [run.id])
  const cancel = useCallback(async () => {
    showToast('success', (await cancelRun(run.id)) ?? 'The run is being cancelled.')
  }, [run.id])
  const again = useCallback(async () => {
    navigate(runHref(await startAgain(run)))
  }, [run, navigate])
  const target = getRunTarget(run)
  const runTitle = `${getRunTitle(run)}${target === null ? '' : ` on ${target.name}`}`
  if (asking === 'approve')
    return (
      <ConfirmDialog
        title="Approve this run?"
        confirmLabel="Approve run"
        leaveLabel="Not now"
        look="primary"
        onConfirm={approve}
        onClose={onClose}
      >
        You approve {runTitle} {as}.{' '}
        {run.approvers?.type === 'all' ? 'It starts when all have approved.' : 'It starts immediately.'}
      </ConfirmDialog>
    )
  if (asking === 'cancel')
    return (
      <ConfirmDialog
        title="Cancel this run?"
        confirmLabel="Cancel run"
        leaveLabel="Keep running"
        onConfirm={cancel}
        onClose={onClose}
      >
        This stops {runTitle}. Completed steps are not rolled back.
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      title="Run it again?"
      confirmLabel="Run again"
      leaveLabel="Not now"
      look="primary"
      onConfirm={again}
      onClose={onClose}
    >
      {runTitle} starts again with the same parameters.
    </ConfirmDialog>
  )
}

export function RunButtons({ view, status }: RunButtonsProps) {
  const { run, isOver } = view
  const [, navigate] = useLocation()
  const [asking, setAsking] = useState<QuestionProps['asking'] | null>(null)
  const about = { playbook: { id: run.playbook_id } }
  const canCancel = useAllowed('playbook:cancel', 'playbook_runs', { about })
  const canRun = useAllowed('playbook:run', 'playbook_runs', { about })
  const unseen = status === 'offline' ? isUnseen : undefined
  const { as, reason: notApprover } = useApproval(view)
  const hasSecrets = run.values.some(({ secret }) => secret)
  const close = useCallback(() => setAsking(null), [])

  return (
    <div className="run-buttons">
      {isOver ? (
        <>
          {canRun.allowed && unseen === undefined ? (
            <Link className="bp6-button" href={runAgainHref(run)}>
              Run with changes…
            </Link>
          ) : null}
          <Button
            look="primary"
            icon={<Refresh size={14} />}
            disabledReason={canRun.reason ?? unseen}
            disabled={!canRun.allowed}
            onClick={() => (hasSecrets ? navigate(runAgainHref(run)) : setAsking('again'))}
          >
            Run again
          </Button>
        </>
      ) : (
        <Button
          className="run-cancel"
          disabledReason={canCancel.reason ?? unseen}
          disabled={!canCancel.allowed}
          onClick={() => setAsking('cancel')}
        >
          Cancel run
        </Button>
      )}
      {run.status === 'pending_approval' ? (
        <Button
          look="primary"
          icon={<Tick size={14} />}
          disabledReason={notApprover ?? unseen}
          disabled={as === null}
          onClick={() => setAsking('approve')}
        >
          Approve
        </Button>
      ) : null}
      {asking === null ? null : <Question asking={asking} view={view} as={as} onClose={close} />}
    </div>
  )
}
