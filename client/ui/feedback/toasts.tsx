import { Cross } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { StateMark, type State } from '#client/ui/state-mark.tsx'
import { dismissToast, toastDurationMs, useToasts, type Toast, type ToastKind } from './toast-store.ts'
import './toasts.css'

const marks: Record<ToastKind, State> = { success: 'healthy', error: 'unhealthy', loading: 'running' }

function ToastItem({ toast }: { readonly toast: Toast }) {
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused || toast.kind === 'loading') return undefined
    const timer = setTimeout(() => dismissToast(toast.id), toastDurationMs)
    return () => clearTimeout(timer)
  }, [toast, isPaused])
  return (
    <div
      className="toasts-item"
      role={toast.kind === 'error' ? 'alert' : 'status'}
      data-kind={toast.kind}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
    >
      <StateMark state={marks[toast.kind]} label={toast.kind} />
      <span className="toasts-message">{toast.message}</span>
      {toast.action && (
        <Button look="minimal" small onClick={toast.action.onClick}>
          {toast.action.label}
        </Button>
      )}
      <Button
        look="minimal"
        small
        icon={<Cross size={14} />}
        aria-label="Dismiss"
        onClick={() => dismissToast(toast.id)}
      />
    </div>
  )
}

export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  return (
    <ol className="toasts" aria-label="Messages">
      {toasts.map((toast) => (
        <li key={toast.id}>
          <ToastItem toast={toast} />
        </li>
      ))}
    </ol>
  )
}
