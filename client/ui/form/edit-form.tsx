import { useEffect, useRef } from 'react'
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
  const fields = useRef<HTMLFieldSetElement>(null)
  const focused = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!isSaving) return undefined
    // What is disabled loses the focus: when the saving failed, the person goes on at what is wrong, or where they were.
    const place = fields.current
    const before = focused.current
    return () => (place?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? before)?.focus()
  }, [isSaving])
  return (
    <form
      noValidate
      onFocus={({ target }) => {
        focused.current = target
      }}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <fieldset ref={fields} className={`form-fields ${className}`} disabled={isSaving}>
        {children}
      </fieldset>
      <button type="submit" hidden aria-label={label} />
    </form>
  )
}
