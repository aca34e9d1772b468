import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { formatCount } from '#shared/primitives/format-count.ts'
import type { DraftOptions } from '#client/lib/drafts/draft.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { MentionArea } from './comments/mention-area.tsx'
import type { Mentionable } from './comments/mentions.ts'
import { textDraftSchema } from './drafts.ts'
import { TypingArea } from './people/presence.tsx'

interface AddTextProps {
  readonly draft: DraftOptions<{ text: string }>
  readonly place: string
  readonly label: string
  readonly placeholder: string
  readonly action: string
  readonly most: number
  readonly mentions?: readonly Mentionable[]
  readonly missing: string | undefined
  readonly save: (text: string) => Promise<void>
  readonly onSaved: () => void
}

const initial = { text: '' }

function Form({
  draft,
  label,
  placeholder,
  action,
  most,
  mentions,
  missing,
  save,
  onSaved,
  isNext,
}: Omit<AddTextProps, 'place'> & { readonly isNext: boolean }) {
  const schema = useMemo(() => {
    const tooLong = `Use at most ${formatCount(most)} characters.`
    return textDraftSchema.extend({ text: z.string().trim().min(1, 'Enter some text').max(most, tooLong) })
  }, [most])
  const { form, isSaving, error, submit } = useEditForm({
    schema,
    initial,
    draft,
    canSave: () => missing === undefined,
    save: ({ text }) => save(text),
    onSaved,
  })
  const { control, setFocus } = form
  const isEmpty = form.watch('text') === ''
  useEffect(() => {
    if (isNext) setFocus('text')
  }, [isNext, setFocus])
  if (missing !== undefined && isEmpty) return <p className="dim">{missing}</p>
  return (
    <>
      <EditForm label={action} className="incident-add" isSaving={isSaving} onSubmit={submit}>
        <FormField control={control} name="text" label={label}>
          {({ ref, ...field }) =>
            mentions !== undefined ? (
              <MentionArea {...field} inputRef={ref} placeholder={placeholder} known={mentions} onSubmit={submit} />
            ) : (
              <input {...field} ref={ref} className="bp6-input" autoComplete="off" placeholder={placeholder} />
            )
          }
        </FormField>
        <Button busy={isSaving} disabled={missing !== undefined} disabledReason={missing} onClick={submit}>
          {action}
        </Button>
      </EditForm>
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </>
  )
}

export function AddText({ place, onSaved, ...props }: AddTextProps) {
  const [added, setAdded] = useState(0)
  return (
    <TypingArea key={added} place={place}>
      <Form
        {...props}
        isNext={added > 0}
        onSaved={() => {
          setAdded(added + 1)
          onSaved()
        }}
      />
    </TypingArea>
  )
}
