import { useEffect, useLayoutEffect, useRef } from 'react'
import { startInFirstField } from '#client/lib/browser/focus-first-field.ts'
import './edit-form.css'

interface EditFormProps {
  readonly label: string
  readonly className?: string
  readonly isSaving: boolean
  /** For a page that is opened to type; a dialog does it for its form. */
  readonly startsInFirstField?: boolean
  readonly onSubmit: () => void
  readonly children: React.ReactNode
}

export function EditForm({
  label,
  className,
  isSaving,
  startsInFirstField = false,
  onSubmit,
  children,
}: EditFormProps) {
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (startsInFirstField) startInFirstField(fields.current)
  }, [startsInFirstField])
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
      <fieldset ref={fields} className={className} disabled={isSaving}>
        {children}
      </fieldset>
      <button type="submit" hidden aria-label={label} />
    </form>
  )
}
