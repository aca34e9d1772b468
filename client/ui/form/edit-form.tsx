import { useLayoutEffect } from 'react'
import './edit-form.css'

interface EditFormProps {
  readonly label: string
  readonly className?: string
  readonly isSaving: boolean
  readonly onSubmit: () => void
  readonly children: React.ReactNode
}

export function EditForm({ label, className = '', isSaving, onSubmit, children }: EditFormProps) {
  // Disabled fields lose the focus, so it is restored after a failure.
  useLayoutEffect(() => {
    if (!isSaving) return undefined
    const before = document.activeElement instanceof HTMLElement ? document.activeElement : null
    return () => before?.focus()
  }, [isSaving])
  const handleKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    onSubmit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its fields have the focus; their keys bubble
    <form
      noValidate
      onKeyDown={handleKeyDown}
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
