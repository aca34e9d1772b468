import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useForm, type DefaultValues, type FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { dropDraft, readDraft, writeDraft, type DraftOptions } from '#client/lib/drafts/draft.ts'

export interface DraftedFormOptions<Values extends FieldValues, Output> {
  /** What the values must be to be sent, and what is sent then. May differ from one drawing to the next. */
  readonly schema: z.ZodType<Output, Values>
  /** What the form begins with. */
  readonly initial: Values
  /** Where what is typed is kept until it is sent or given up. */
  readonly draft?: DraftOptions<Values>
  /** When a field first says what is wrong: once somebody tried to send it, once it was left, or while typing. */
  readonly mode?: 'onSubmit' | 'onTouched' | 'onChange'
}

/** A form whose typed values are there again after a reload; `forget` begins anew from given ones, without a draft. */
export const useDraftedForm = <Values extends FieldValues, Output = Values>({
  schema,
  initial,
  draft,
  mode = 'onSubmit',
}: DraftedFormOptions<Values, Output>) => {
  const [draftOptions] = useState(draft)
  const [opened] = useState(() => ({ initial, typed: draftOptions === undefined ? null : readDraft(draftOptions) }))
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    // Whole values, which the library’s own type cannot tell of a type parameter.
    defaultValues: (opened.typed ?? initial) as DefaultValues<Values>,
    mode,
  })
  useLayoutEffect(() => {
    if (opened.typed !== null) form.resetDefaultValues(opened.initial)
  }, [form, opened])
  useEffect(() => {
    if (draftOptions === undefined) return undefined
    let last = JSON.stringify(form.getValues())
    return form.subscribe({
      formState: { values: true },
      callback: ({ name, values }) => {
        const text = JSON.stringify(values)
        // A reset names no field.
        if (name !== undefined && text !== last) writeDraft(draftOptions, values)
        last = text
      },
    })
  }, [form, draftOptions])
  const forget = (values: Values) => {
    if (draftOptions !== undefined) dropDraft(draftOptions)
    form.reset(values)
  }
  return { form, forget }
}
