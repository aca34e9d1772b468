import { useId } from 'react'
import { StateMark } from '#client/ui/state-mark.tsx'
import './field.css'

interface FieldProps {
  readonly label: string
  readonly labelEnd?: React.ReactNode
  readonly help?: React.ReactNode
  readonly error?: string | undefined
  readonly children: (ids: { readonly id: string; readonly describedBy: string | undefined }) => React.ReactNode
}

export function Field({ label, labelEnd, help, error, children }: FieldProps) {
  const id = useId()
  const described = error !== undefined || help !== undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, describedBy: described ? `${id}-said` : undefined })}
      {labelEnd === undefined ? null : <div className="field-label-end">{labelEnd}</div>}
      {described ? (
        <div id={`${id}-said`} className={error === undefined ? 'field-help' : 'field-error'}>
          {error === undefined ? null : <StateMark state="unhealthy" label="" />}
          {error ?? help}
        </div>
      ) : null}
    </div>
  )
}
