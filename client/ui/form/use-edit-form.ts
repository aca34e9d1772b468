import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { useUnsaved } from '#client/lib/drafts/unsaved.ts'
import { useDraftedForm, type DraftedFormOptions } from './use-drafted-form.ts'

interface EditFormOptions<Values extends FieldValues, Output, Result> extends DraftedFormOptions<Values, Output> {
  readonly canSave?: (output: Output) => boolean
  readonly save: (output: Output) => Promise<Result>
  readonly isSaved?: (result: Result) => boolean
  readonly onSaved?: (result: Result, output: Output) => void
  readonly toFieldError?: (error: Error) => { readonly name: FieldPath<Values>; readonly message: string } | undefined
}

/** Follows `initial` until something is typed, and allows one save at a time. */
export const useEditForm = <Values extends FieldValues, Output = Values, Result = void>({
  schema,
  initial,
  draft,
  mode = 'onSubmit',
  canSave,
  save,
  isSaved,
  onSaved,
  toFieldError,
}: EditFormOptions<Values, Output, Result>) => {
  const { form, forget } = useDraftedForm({ schema, initial, mode, ...(draft && { draft }) })
  const { isDirty: isChanged } = form.formState
  useUnsaved(isChanged)

  const initialText = JSON.stringify(initial)
  const followed = useRef(initialText)
  useEffect(() => {
    if (initialText === followed.current) return
    followed.current = initialText
    if (!isChanged) form.reset(initial)
  }, [form, initial, initialText, isChanged])

  const saving = useMutation({
    mutationFn: save,
    onSuccess: (result, output) => {
      if (isSaved?.(result) === false) return
      forget(form.getValues())
      onSaved?.(result, output)
    },
  })
  const send = async (output: Output) => {
    try {
      await saving.mutateAsync(output)
    } catch (failure) {
      const fieldError = failure instanceof Error ? toFieldError?.(failure) : undefined
      if (fieldError === undefined) return
      form.setError(fieldError.name, { message: fieldError.message })
      form.setFocus(fieldError.name)
    }
  }
  const isAtIt = useRef(false)
  const submit = async () => {
    if (isAtIt.current) return
    isAtIt.current = true
    try {
      await form.handleSubmit((output) => (canSave?.(output) === false ? undefined : send(output)))()
    } finally {
      isAtIt.current = false
    }
  }
  const { error, data, isPending } = saving
  return {
    form,
    isChanged,
    isSaving: isPending,
    error: error === null || toFieldError?.(error) !== undefined ? null : error,
    result: data,
    submit: () => void submit(),
    giveUp: () => {
      saving.reset()
      forget(initial)
    },
  }
}
