import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { fromPromise } from 'xstate'
import { changesExec } from '#shared/access/exec-parts.ts'
import { dryRunRoute, type DryRun } from '#shared/resources/dry-run-route.ts'
import { isTableWith } from '#shared/resources/resource-kinds.ts'
import {
  createResourceEditorMachine,
  type ResourceDraft,
  type ResourceRequest,
  type SaveResult,
} from '#machines/settings/resource-editor-machine.ts'
import { call } from '#client/api/call.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { isBackendEmbedded } from '#client/domain/identity/user-accounts.ts'
import type { SpecView } from '#client/domain/resources/spec-view.ts'
import { useUnsaved } from '#client/lib/drafts/unsaved.ts'
import { readSpec, type CheckSpec } from '#client/ui/editor/spec-document.ts'
import { useDraftedForm } from '#client/ui/form/use-drafted-form.ts'
import { followCanaryName } from './form/follow-name.ts'
import { checkedAs, draftSchema, toTypedResource, typedSchema, type TypedResource } from './resource-form.ts'
import type { EditedKind } from './edited-kinds.ts'
import { resourceQuery, resourcesKey, saveResource, type ManagedResource } from './resources-api.ts'
import { compareSpecs } from './spec-effect.ts'

const machine = createResourceEditorMachine<ManagedResource, DryRun>()

interface EditorOptions {
  readonly kind: EditedKind
  readonly resource: ManagedResource | null
  readonly check: CheckSpec | undefined
  readonly firstText: string | undefined
  readonly variant: string
  readonly onSaved: (resource: ManagedResource) => void
}

const useActors = (kind: EditedKind) => {
  const person = useSession()?.user.id ?? ''
  return useMemo(
    () =>
      machine.provide({
        actors: {
          save: fromPromise<SaveResult<ManagedResource>, ResourceRequest<ManagedResource>>(({ input }) =>
            saveResource(kind, input, person),
          ),
          tryOut: fromPromise<DryRun, ResourceRequest<ManagedResource>>(({ input, signal }) =>
            tryResource(kind, input, signal),
          ),
        },
      }),
    [kind, person],
  )
}

const useSpec = (text: string, check: CheckSpec | undefined) =>
  useMemo(() => {
    const checked = checkedAs(check)
    const read = readSpec(text, checked)
    return { ...read, issues: read.value === undefined ? [] : checked(read.value) }
  }, [text, check])

const compareKindSpecs = ({ entry }: EditedKind, saved: ManagedResource['spec'] | undefined, value: unknown) =>
  entry !== null && typeof value === 'object' && value !== null ? compareSpecs(saved ?? {}, { ...value }, entry) : null

export const useResourceEditor = ({ kind, resource, check, firstText, variant, onSaved }: EditorOptions) => {
  const client = useQueryClient()
  const provided = useActors(kind)
  const [state, send] = useMachine(provided, { input: { base: resource } })
  const { base } = state.context
  const typed = toTypedResource(kind, base)
  const initial = base === null && firstText !== undefined ? { ...typed, text: firstText } : typed
  const { form, forget } = useDraftedForm<TypedResource, ResourceDraft>({
    schema: useMemo(() => draftSchema(kind, check, base), [kind, check, base]),
    initial,
    draft: { key: `${kind.table} ${base?.id ?? `new ${variant}`}`, version: 1, schema: typedSchema },
    mode: 'onTouched',
  })
  const { isDirty: isChanged } = form.formState
  const isSaved = state.matches('saved')
  useUnsaved(isChanged && !isSaved)
  const text = useWatch({ control: form.control, name: 'text' })
  const { value, diagnostics: errors, issues } = useSpec(text, check)
  const savedSpec = base?.spec
  const effect = useMemo(() => compareKindSpecs(kind, savedSpec, value), [kind, savedSpec, value])
  const canExec = useAllowed('write', 'exec')
  const isExecChange =
    isTableWith(kind.table, 'execCapability') && isBackendEmbedded() && changesExec(kind.table, base?.spec, value)
  const takesAway = (effect?.removed.length ?? 0) > 0

  const finish = useEffectEvent((saved: ManagedResource) => {
    forget(form.getValues())
    client.setQueryData(resourceQuery(kind, saved.id).queryKey, saved)
    void client.invalidateQueries({ queryKey: resourcesKey(kind.table) })
    onSaved(saved)
  })
  useEffect(() => {
    if (isSaved && base !== null) finish(base)
  }, [isSaved, base])

  /** Takes over saves of other users while there are no local changes. */
  const follow = useEffectEvent((theirs: ManagedResource) => {
    if (isChanged || !state.matches('editing')) return
    send({ type: 'rival.save', theirs })
    send({ type: 'editor.settle' })
    form.reset(toTypedResource(kind, theirs))
  })
  useEffect(() => {
    if (resource !== null && base !== null && resource.updated_at !== base.updated_at) follow(resource)
  }, [resource, base])

  useFollowedName(form, kind, base === null)

  const [tries, setTries] = useState(0)
  const submit = (type: 'editor.save' | 'editor.try') =>
    void form.handleSubmit(
      (draft) =>
        send(type === 'editor.save' ? { type, draft, takesAway: base !== null && takesAway } : { type, draft }),
      () => setTries((before) => before + 1),
    )()
  return {
    form,
    state,
    send,
    base,
    text,
    value,
    errors,
    issues,
    tries,
    effect,
    isChanged,
    initialText: initial.text,
    execRejection: isExecChange ? canExec.reason : undefined,
    canTry: isBackendEmbedded() && kind.hasDryRun,
    rival: resource !== null && base !== null && resource.updated_at !== base.updated_at ? resource : null,
    save: () => submit('editor.save'),
    tryOut: () => submit('editor.try'),
    setText: (next: string) => form.setValue('text', next, { shouldDirty: true, shouldTouch: true }),
    giveUp: () => forget(initial),
    /** The next save is based on `theirs`. */
    settle: (theirs: ManagedResource, merged: TypedResource) => {
      send({ type: 'editor.settle' })
      form.resetDefaultValues(toTypedResource(kind, theirs))
      for (const name of ['name', 'namespace', 'labels', 'icon', 'text'] as const)
        form.setValue(name, merged[name], { shouldDirty: true })
    },
  }
}
export type ResourceEditorState = ReturnType<typeof useResourceEditor>

const useFollowedName = (
  form: UseFormReturn<TypedResource, unknown, ResourceDraft>,
  kind: EditedKind,
  isNew: boolean,
) => {
  const name = useWatch({ control: form.control, name: 'name' })
  const before = useRef(name)
  const follow = useEffectEvent((next: string) => {
    const text = form.getValues('text')
    const followed = isNew && kind.table === 'canaries' ? followCanaryName(text, before.current, next) : text
    if (followed !== text) form.setValue('text', followed, { shouldDirty: true })
    before.current = next
  })
  useEffect(() => follow(name), [name])
}

const tryResource = async (
  kind: EditedKind,
  { draft, base }: ResourceRequest<ManagedResource>,
  signal: AbortSignal,
): Promise<DryRun> => {
  const { table } = kind
  if (!isTableWith(table, 'hasDryRun')) throw new Error(`A dry run of a ${kind.noun} is not supported.`)
  const { name, namespace, spec } = draft
  return call(dryRunRoute, { body: { table, id: base?.id, name, namespace, spec }, signal })
}

export const toSpecView = (
  { text, value, issues, tries, setText }: ResourceEditorState,
  disabled: boolean,
): SpecView => ({
  text,
  value,
  issues,
  tries,
  disabled,
  onChange: setText,
})
