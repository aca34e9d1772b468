import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useForm, type DefaultValues, type FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { dropDraft, findDraft, writeDraft, type DraftOptions } from '#client/lib/drafts/draft.ts'

export interface DraftedFormOptions<Values extends FieldValues, Output> {
  readonly schema: z.ZodType<Output, Values>
  readonly initial: Values
  readonly draft?: DraftOptions<Values>
  readonly mode?: 'onSubmit' | 'onTouched' | 'onChange'
}

export const useDraftedForm = <Values extends FieldValues, Output = Values>({
  schema,
  initial,
  draft,
  mode = 'onSubmit',
}: DraftedFormOptions<Values, Output>) => {
  const [draftOptions] = useState(draft)
  const [opened] = useState(() => ({ initial, draft: draftOptions === undefined ? null : findDraft(draftOptions) }))
  const [restoredAtMs, setRestoredAtMs] = useState(opened.draft?.savedAtMs ?? null)
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    // The library's DefaultValues cannot be derived from a type parameter.
    defaultValues: (opened.draft?.value ?? initial) as DefaultValues<Values>,
    mode,
  })
  useLayoutEffect(() => {
    if (opened.draft !== null) form.resetDefaultValues(opened.initial)
  }, [form, opened])
  useEffect(() => {
    if (draftOptions === undefined) return undefined
    let last = JSON.stringify(form.getValues())
    return form.subscribe({
      formState: { values: true },
      callback: ({ name, values }) => {
        const text = JSON.stringify(values)
        // A reset has no field name.
        if (name !== undefined && text !== last) writeDraft(draftOptions, values)
        last = text
      },
    })
  }, [form, draftOptions])
  const forget = (values: Values) => {
    if (draftOptions !== undefined) dropDraft(draftOptions)
    setRestoredAtMs(null)
    form.reset(values)
  }
  /** `restoredAtMs`: time of the draft that the form opened with. */
  return { form, forget, restoredAtMs }
}
