import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { useUnsaved } from '#client/lib/drafts/unsaved.ts'
import { useDraftedForm, type DraftedFormOptions } from './use-drafted-form.ts'

interface EditFormOptions<Values extends FieldValues, Output, Result> extends DraftedFormOptions<Values, Output> {
  /** False: somebody may try and read what is wrong, and nothing is sent. */
  readonly canSave?: (output: Output) => boolean
  /** Rejects with what the person should read. */
  readonly save: (output: Output) => Promise<Result>
  /** Whether an answer means that it was saved; always, where it is not given. What was typed stays otherwise. */
  readonly isSaved?: (result: Result) => boolean
  readonly onSaved?: (result: Result, output: Output) => void
  /** Where a failure is about one field: it is said there, and `error` says nothing of it. */
  readonly toFieldError?: (error: Error) => { readonly name: FieldPath<Values>; readonly message: string } | undefined
}

/**
 * A form that edits a value: it holds what is typed and what is wrong with it, keeps its draft, says that something is unsaved,
 * follows `initial` while nothing was typed, and saves once at a time. A refused `submit` moves the focus to the first wrong field. What was saved counts as unchanged.
 */
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
      // Any other failure is the mutation's `error`.
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
    /** Whether it holds something else than what it began with. */
    isChanged,
    isSaving: isPending,
    /** Why the last try to save failed; null when it did not. */
    error: error === null || toFieldError?.(error) !== undefined ? null : error,
    /** What the last try to save was answered. */
    result: data,
    submit: () => void submit(),
    /** Begins anew from `initial`, and keeps neither draft nor answer. */
    giveUp: () => {
      saving.reset()
      forget(initial)
    },
  }
}
