import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { confirmMachine } from '#machines/shell/confirm-machine.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import type { ModalSize } from '#client/ui/layout/modal-width.ts'

interface ConfirmDialogProps {
  readonly title: string
  readonly children: React.ReactNode
  readonly confirmLabel: string
  readonly busyLabel?: string
  readonly leaveLabel?: string
  readonly look?: 'danger' | 'primary'
  readonly missing?: string | undefined
  readonly size?: ModalSize
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, busyLabel = confirmLabel, onConfirm, onClose } = props
  const { leaveLabel = 'Cancel', look = 'danger', missing, size = 'very-small' } = props
  const machine = useMemo(
    () => confirmMachine.provide({ actors: { act: fromPromise(() => onConfirm()) } }),
    [onConfirm],
  )
  const [state, send] = useMachine(machine)
  const isOver = state.status === 'done'
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  const leave = () => send({ type: 'confirm.leave' })
  return (
    <Modal
      title={title}
      size={size}
      onClose={leave}
      foot={
        <>
          <Button onClick={leave}>{leaveLabel}</Button>
          <Button
            look={look}
            busy={state.hasTag('busy')}
            disabledReason={missing}
            onClick={() => send({ type: 'confirm.accept' })}
          >
            {state.hasTag('busy') ? busyLabel : confirmLabel}
          </Button>
        </>
      }
    >
      <div className="dim">{children}</div>
      {state.matches('failed') ? <ErrorPanel error={state.context.error} detailsHidden /> : null}
    </Modal>
  )
}
