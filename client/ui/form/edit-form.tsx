import { useLayoutEffect } from 'react'
import './edit-form.css'

interface EditFormProps {
  /** What Enter does, for those who hear it. */
  readonly label: string
  readonly className?: string
  readonly isSaving: boolean
  readonly onSubmit: () => void
  readonly children: React.ReactNode
}

/** The fields of a form: Enter submits it, and while it is being saved nothing can be typed. */
export function EditForm({ label, className = '', isSaving, onSubmit, children }: EditFormProps) {
  // What is disabled loses the focus: after a failure the person goes on where they were.
  useLayoutEffect(() => {
    if (!isSaving) return undefined
    const before = document.activeElement instanceof HTMLElement ? document.activeElement : null
    return () => before?.focus()
  }, [isSaving])
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <fieldset className={`form-fields ${className}`} disabled={isSaving}>
        {children}
      </fieldset>
      <button type="submit" hidden aria-label={label} />
    </form>
  )
}
