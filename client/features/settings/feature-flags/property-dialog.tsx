import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { featureOf } from '#shared/settings/feature-flags.ts'
import { knownFeatures } from '#shared/settings/known-features.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/error-panel.tsx'
import { Field } from '#client/ui/field.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { useFocusOnError } from '#client/features/settings/use-focus-on-error.ts'
import { checkProperty } from './check-property.ts'
import { saveProperty, type PropertyChange } from './flags-api.ts'
import { hasRow, type Flag } from './list-flags.ts'

interface PropertyDialogProps {
  /** Null: a new one. */
  readonly flag: Flag | null
  readonly flags: readonly Flag[]
  /** The person who changes it. */
  readonly by: string
  /** What is missing to change anything; undefined when nothing is. */
  readonly missing: string | undefined
  readonly onDelete: () => void
  readonly onSaved: () => void
  readonly onClose: () => void
}

const localNote =
  'It is set in the file or on the command line of the backend, which wins over what is set here. Change it there.'

const helpOf = (name: string): string | undefined => {
  const feature = featureOf(name)
  if (feature === null) return undefined
  const shows = knownFeatures.get(feature)
  if (shows === undefined) return `No part of this console is called ${feature}; the backend may know it.`
  return `true switches off: ${shows}.`
}

/** Adds a property, or shows one with its value to change; a local one can only be read. */
export function PropertyDialog({ flag, flags, by, missing, onDelete, onSaved, onClose }: PropertyDialogProps) {
  const [change, setChange] = useState<PropertyChange>({ name: flag?.property ?? '', value: flag?.value ?? '' })
  const [tried, setTried] = useState(false)
  const { form, focusFirst } = useFocusOnError()
  const isLocal = flag?.source === 'local'
  const isNew = flag === null || !hasRow(flag)
  const taken = new Set(
    flag === null
      ? flags.filter((known) => known.source !== null || hasRow(known)).map(({ property }) => property)
      : [],
  )
  const errors = tried ? checkProperty(change, taken) : {}
  const save = useMutation({
    mutationFn: () => saveProperty({ name: change.name, value: change.value.trim() }, by, isNew),
    onSuccess: () => {
      showToast('success', `Feature flag ${flag === null ? 'added' : 'updated'} successfully`)
      onSaved()
    },
  })
  const submit = () => {
    setTried(true)
    if (missing !== undefined || isLocal) return
    if (Object.keys(checkProperty(change, taken)).length > 0) focusFirst()
    else if (!save.isPending) save.mutate()
  }
  const help = helpOf(change.name)
  return (
    <Modal
      title={flag?.property ?? 'Add feature flag'}
      size="small"
      onClose={onClose}
      foot={
        <>
          {flag !== null && hasRow(flag) ? (
            <span className="flag-foot">
              <Button disabledReason={missing} onClick={onDelete}>
                Delete
              </Button>
            </span>
          ) : null}
          <Button onClick={onClose}>{isLocal ? 'Close' : 'Cancel'}</Button>
          {isLocal ? null : (
            <Button look="primary" disabledReason={missing} busy={save.isPending} onClick={submit}>
              {flag === null ? 'Add feature flag' : 'Save value'}
            </Button>
          )}
        </>
      }
    >
      <form
        ref={form}
        className="flag-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {flag === null ? (
          <Field
            label="Name"
            error={errors.name}
            help={help ?? 'The feature and .disable, such as logs.disable, or any other property.'}
          >
            {({ id, describedBy }) => (
              <input
                id={id}
                className="bp6-input mono"
                autoComplete="off"
                spellCheck={false}
                aria-describedby={describedBy}
                aria-invalid={errors.name !== undefined}
                value={change.name}
                onChange={(event) => setChange({ ...change, name: event.currentTarget.value.trim() })}
              />
            )}
          </Field>
        ) : null}
        <Field label="Value" error={errors.value} help={flag === null ? undefined : help}>
          {({ id, describedBy }) => (
            <input
              id={id}
              className="bp6-input mono"
              autoComplete="off"
              spellCheck={false}
              readOnly={isLocal}
              aria-describedby={describedBy}
              aria-invalid={errors.value !== undefined}
              value={change.value}
              onChange={(event) => setChange({ ...change, value: event.currentTarget.value })}
            />
          )}
        </Field>
        <button type="submit" hidden aria-label="Save" />
      </form>
      {isLocal ? <p className="dim">{localNote}</p> : null}
      {isLocal && flag.stored !== null ? (
        <p className="dim">
          The database holds <code>{flag.stored.value}</code>, which counts once the local value is gone.
        </p>
      ) : null}
      {save.error === null ? null : <ErrorPanel error={save.error} detailsHidden />}
    </Modal>
  )
}
