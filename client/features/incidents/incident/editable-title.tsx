import { useEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import type { DraftOptions } from '#client/lib/drafts/draft.ts'
import { TypingArea } from '#client/features/incidents/incident/people/presence.tsx'
import { Button } from '#client/ui/button.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'

const schema = z.object({ text: z.string().trim().min(1).max(300) })

interface EditedTitleProps {
  readonly title: string
  readonly label: string
  /** Resolves to false if the title has changed since `from`. */
  readonly save: (from: string, to: string) => Promise<boolean>
  readonly draft: DraftOptions<{ readonly text: string }>
  readonly onChange: () => void
  readonly onClose: () => void
}

function EditedTitle({ title, label, save, draft, onChange, onClose }: EditedTitleProps) {
  const [base, setBase] = useState(title)
  const { form, isChanged, isSaving, error, submit, giveUp } = useEditForm({
    schema,
    initial: { text: title },
    draft,
    save: async ({ text }) => {
      const isSet = await save(base, text)
      onChange()
      return isSet
    },
    isSaved: (isSet) => isSet,
    onSaved: onClose,
  })
  if (!isChanged && base !== title) setBase(title)
  const { field, fieldState } = useController({ control: form.control, name: 'text' })
  const input = useRef<HTMLInputElement>(null)
  const text = field.value.trim()
  const isTaken = title !== base && title !== text
  const isInvalid = !schema.safeParse({ text }).success
  useEffect(() => input.current?.select(), [])
  const leave = () => {
    giveUp()
    onClose()
  }
  const keep = () => {
    if (text === title) leave()
    else if (!isTaken) submit()
  }
  return (
    <span className="title-edit">
      <input
        {...field}
        ref={(element) => {
          field.ref(element)
          input.current = element
        }}
        className="bp6-input"
        aria-label={label}
        aria-invalid={isInvalid || fieldState.invalid || undefined}
        disabled={isSaving}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep()
          if (event.key === 'Escape') {
            event.stopPropagation()
            leave()
          }
        }}
      />
      {isTaken ? (
        <span className="title-theirs" role="alert">
          Title changed in the meantime to “{title}”.{' '}
          <Button small onClick={() => setBase(title)}>
            Use mine
          </Button>{' '}
          <Button small onClick={leave}>
            Keep theirs
          </Button>
        </span>
      ) : (
        <>
          <Button look="primary" busy={isSaving} disabled={isInvalid} onClick={keep}>
            Rename
          </Button>
          <Button look="minimal" onClick={leave}>
            Cancel
          </Button>
        </>
      )}
      {error === null ? null : (
        <span className="title-theirs" role="alert">
          Not renamed: {error.message} Your text is still here.
        </span>
      )}
    </span>
  )
}

interface TitleProps extends Omit<EditedTitleProps, 'onClose'> {
  readonly place: string
  readonly children: React.ReactNode
}

export function EditableTitle({ place, children, ...edited }: TitleProps) {
  const { allowed } = useAllowed('write', 'incident')
  const [isEditing, setEditing] = useState(false)
  return (
    <TypingArea key={String(isEditing)} place={place}>
      {isEditing ? <EditedTitle {...edited} onClose={() => setEditing(false)} /> : children}
      {allowed && !isEditing ? (
        <Button
          look="minimal"
          small
          className="title-button"
          aria-label={edited.label}
          onClick={() => setEditing(true)}
        >
          Rename
        </Button>
      ) : null}
    </TypingArea>
  )
}
