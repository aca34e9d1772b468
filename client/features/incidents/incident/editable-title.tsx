import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { dropDraft, readDraft, writeDraft, type DraftOptions } from '#client/lib/drafts/draft.ts'
import { useUnsaved } from '#client/lib/drafts/unsaved.ts'
import { Button } from '#client/ui/button.tsx'

const most = 300

interface EditedTitleProps {
  readonly title: string
  /** How the field is called. */
  readonly label: string
  /** False when it is not any more what it was edited from. */
  readonly save: (from: string, to: string) => Promise<boolean>
  /** Where what is typed is kept until it is saved or given up. */
  readonly draft: DraftOptions<{ readonly text: string }>
  readonly onChange: () => void
  readonly onClose: () => void
}

/** The field that a title becomes. Enter keeps, Escape leaves; who was too late sees both titles, and chooses. */
function EditedTitle({ title, label, save, draft, onChange, onClose }: EditedTitleProps) {
  const [typed, setTyped] = useState(() => readDraft(draft)?.text ?? title)
  const [base, setBase] = useState(title)
  const field = useRef<HTMLInputElement>(null)
  const text = typed.trim()
  const isTaken = title !== base && title !== text
  useUnsaved(text !== title)
  useEffect(() => field.current?.select(), [])
  const leave = () => {
    dropDraft(draft)
    onClose()
  }
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => save(base, text),
    onSuccess: (isSet) => {
      onChange()
      if (isSet) leave()
    },
  })
  const isWrong = text === '' || text.length > most
  const keep = () => {
    if (text === title) leave()
    else if (!isWrong && !isTaken) mutate()
  }
  return (
    <span className="title-edit">
      <input
        ref={field}
        className="bp6-input"
        aria-label={label}
        aria-invalid={isWrong || undefined}
        value={typed}
        disabled={isPending}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          writeDraft(draft, { text: event.currentTarget.value })
        }}
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
          Somebody else made it “{title}”.{' '}
          <Button small onClick={() => setBase(title)}>
            Use mine
          </Button>{' '}
          <Button small onClick={leave}>
            Keep theirs
          </Button>
        </span>
      ) : (
        <>
          <Button look="primary" busy={isPending} disabled={isWrong} onClick={keep}>
            Rename
          </Button>
          <Button look="minimal" onClick={leave}>
            Cancel
          </Button>
        </>
      )}
      {error === null ? null : (
        <span className="title-theirs" role="alert">
          Not renamed: {error.message} What you typed is still here.
        </span>
      )}
    </span>
  )
}

interface TitleProps extends Omit<EditedTitleProps, 'onClose'> {
  /** The title as it stands. */
  readonly children: React.ReactNode
}

/** A title that is edited in its place by whoever may. */
export function EditableTitle({ children, ...edited }: TitleProps) {
  const { allowed } = useAllowed('write', 'incident')
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <EditedTitle {...edited} onClose={() => setEditing(false)} />
  return (
    <>
      {children}
      {allowed ? (
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
    </>
  )
}
