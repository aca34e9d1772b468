import { useMutation } from '@tanstack/react-query'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { Select } from '#client/ui/form/select.tsx'

interface StatusSelectProps {
  readonly label: string
  readonly status: string
  readonly statuses: readonly string[]
  /** Resolves to false if the status changed in the meantime. */
  readonly save: (status: string) => Promise<boolean>
  readonly onSaved: () => void
}

export function StatusSelect({ label, status, statuses, save, onSaved }: StatusSelectProps) {
  const { allowed, reason } = useAllowed('write', 'incident')
  const { mutate, isPending, variables } = useMutation({
    mutationFn: save,
    onSuccess: (isSet) => {
      if (!isSet) showToast('error', 'Someone else changed this in the meantime. Check the new value and choose again.')
    },
    onError: (error) => showToast('error', `Status is still ${status}: ${error.message}`),
    onSettled: onSaved,
  })
  if (!allowed) return <span title={reason}>{status}</span>
  const known = statuses.includes(status) ? statuses : [status, ...statuses]
  return (
    <Select
      label={label}
      value={isPending ? variables : status}
      options={known.map((value) => ({ value, label: value }))}
      onChange={(next) => mutate(next)}
    />
  )
}
