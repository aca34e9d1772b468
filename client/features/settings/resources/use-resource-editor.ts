import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { fromPromise } from 'xstate'
import { changesExec } from '#shared/access/exec-parts.ts'
import { dryRunRoute, type DryRun } from '#shared/resources/dry-run-route.ts'
import { isTableWith } from '#shared/resources/resource-kinds.ts'
import { valueAt } from '#shared/primitives/value-at.ts'
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
import { useAfterPause } from '#client/lib/time/use-after-pause.ts'
import { useUnsaved } from '#client/lib/drafts/unsaved.ts'
import { readSpec, type CheckSpec } from '#client/ui/editor/spec-document.ts'
import { useDraftedForm } from '#client/ui/form/use-drafted-form.ts'
import { setInYaml } from '#client/ui/editor/edit-yaml.ts'
import { listEntries } from '#client/features/settings/resources/form/spec-entries.ts'
import { checkedAs, draftSchema, toTypedResource, typedSchema, type TypedResource } from './resource-form.ts'
import type { EditedKind } from './edited-kinds.ts'
import { resourceQuery, resourcesKey, saveResource, type ManagedResource } from './resources-api.ts'
import { compareSpecs } from './spec-effect.ts'
import { useRelayErrors } from './use-relay-errors.ts'

/** The first check has the name of its canary until one of the two is edited alone. */
export const followCanaryName = (text: string, before: string, name: string): string => {
  const { value } = readSpec(text)
  const first = listEntries('canaries', value)[0]
  if (first === undefined) return text
  const path = [...first.path, 'name']
  return (valueAt(value, path) ?? '') === before ? setInYaml(text, path, name) : text
}

const machine = createResourceEditorMachine<ManagedResource, DryRun>()

interface EditorOptions {
  readonly kind: EditedKind
  readonly resource: ManagedResource | null
  readonly check: CheckSpec | undefined
  readonly firstText: string | undefined
  readonly variant: string
  readonly canSave: boolean
  /** Inputs of a form need the value of what was just typed. */
  readonly isDeferred: boolean
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

interface Analysed {
  readonly kind: EditedKind
  readonly base: ManagedResource | null
  readonly form: UseFormReturn<TypedResource, unknown, ResourceDraft>
  readonly check: CheckSpec | undefined
  readonly canSave: boolean
  readonly isDeferred: boolean
}

/** Typing does not wait for the parser; the one of a long document would block it, so it waits for a pause. */
const [longFrom, settledAfterMs] = [30_000, 400] as const

const useAnalysis = ({ kind, base, form, check, canSave, isDeferred }: Analysed) => {
  const typed = useWatch({ control: form.control, name: 'text' })
  const deferred = useDeferredValue(typed)
  const settled = useAfterPause(typed, settledAfterMs)
  const isLong = typed.length > longFrom
  const text = !isDeferred ? typed : isLong ? settled : deferred
  const { value, diagnostics, issues } = useMemo(() => readSpec(text, checkedAs(check)), [text, check])
  const isEnabled = canSave && diagnostics.length === 0
  const relay = useRelayErrors({ kind, base, text, value, getDraft: form.getValues, isEnabled })
  const errors = useMemo(
    () => (relay.errors.length === 0 ? diagnostics : readSpec(text, () => relay.errors).diagnostics),
    [text, diagnostics, relay.errors],
  )
  const allIssues = useMemo(() => [...issues, ...relay.errors], [issues, relay.errors])
  return { text: typed, analysedText: text, value, errors, issues: allIssues, validationFailure: relay.failure }
}

const compareKindSpecs = ({ entry }: EditedKind, saved: ManagedResource['spec'] | undefined, value: unknown) =>
  entry !== null && typeof value === 'object' && value !== null ? compareSpecs(saved ?? {}, { ...value }, entry) : null

interface Formed extends Pick<EditorOptions, 'kind' | 'check' | 'firstText' | 'variant'> {
  readonly base: ManagedResource | null
}

const useResourceForm = ({ kind, base, check, firstText, variant }: Formed) => {
  const typed = toTypedResource(kind, base)
  const initial = base === null && firstText !== undefined ? { ...typed, text: firstText } : typed
  const drafted = useDraftedForm<TypedResource, ResourceDraft>({
    schema: useMemo(() => draftSchema(kind, check, base), [kind, check, base]),
    initial,
    draft: { key: `${kind.table} ${base?.id ?? `new ${variant}`}`, version: 1, schema: typedSchema },
    mode: 'onTouched',
  })
  return { ...drafted, initial }
}

const useExecRejection = (kind: EditedKind, base: ManagedResource | null, value: unknown): string | undefined => {
  const canExec = useAllowed('write', 'exec')
  const isExecChange =
    isTableWith(kind.table, 'execCapability') && isBackendEmbedded() && changesExec(kind.table, base?.spec, value)
  return isExecChange ? canExec.reason : undefined
}

/** Newer version of the resource than the one being edited. */
const findRival = (resource: ManagedResource | null, base: ManagedResource | null): ManagedResource | null =>
  resource !== null && base !== null && resource.updated_at !== base.updated_at ? resource : null

const useSubmit = (
  form: UseFormReturn<TypedResource, unknown, ResourceDraft>,
  send: (
    event:
      | { readonly type: 'editor.save'; readonly draft: ResourceDraft; readonly takesAway: boolean }
      | { readonly type: 'editor.try'; readonly draft: ResourceDraft },
  ) => void,
  takesAway: boolean,
) => {
  const [tries, setTries] = useState(0)
  const submit = (type: 'editor.save' | 'editor.try') =>
    void form.handleSubmit(
      (draft) => send(type === 'editor.save' ? { type, draft, takesAway } : { type, draft }),
      () => setTries((before) => before + 1),
    )()
  return { tries, submit }
}

export const useResourceEditor = ({
  kind,
  resource,
  check,
  firstText,
  variant,
  canSave,
  isDeferred,
  onSaved,
}: EditorOptions) => {
  const client = useQueryClient()
  const provided = useActors(kind)
  const [state, send] = useMachine(provided, { input: { base: resource } })
  const { base } = state.context
  const { form, forget, restoredAtMs, initial } = useResourceForm({ kind, base, check, firstText, variant })
  const { isDirty: isChanged } = form.formState
  const isSaved = state.matches('saved')
  useUnsaved(isChanged && !isSaved)
  const analysis = useAnalysis({ kind, base, form, check, canSave, isDeferred })
  const { value } = analysis
  const savedSpec = base?.spec
  const effect = useMemo(() => compareKindSpecs(kind, savedSpec, value), [kind, savedSpec, value])
  const execRejection = useExecRejection(kind, base, value)
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
  const rival = findRival(resource, base)
  useEffect(() => {
    if (rival !== null) follow(rival)
  }, [rival])

  useFollowedName(form, kind, base === null)

  const type = (next: TypedResource) => {
    for (const name of ['name', 'namespace', 'labels', 'icon', 'text'] as const)
      form.setValue(name, next[name], { shouldDirty: true })
  }
  const { tries, submit } = useSubmit(form, send, base !== null && takesAway)
  return {
    form,
    state,
    send,
    base,
    ...analysis,
    restoredAtMs: isChanged ? restoredAtMs : null,
    tries,
    effect,
    isChanged,
    initialText: initial.text,
    execRejection,
    canTry: isBackendEmbedded() && kind.hasDryRun,
    rival,
    save: () => submit('editor.save'),
    tryOut: () => submit('editor.try'),
    type,
    setText: (next: string) => form.setValue('text', next, { shouldDirty: true, shouldTouch: true }),
    giveUp: () => forget(initial),
    /** The next save is based on `theirs`. */
    settle: (theirs: ManagedResource, merged: TypedResource) => {
      send({ type: 'editor.settle' })
      form.resetDefaultValues(toTypedResource(kind, theirs))
      type(merged)
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
