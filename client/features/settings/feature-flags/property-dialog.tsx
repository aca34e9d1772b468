import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { findFeature } from '#shared/settings/feature-flags.ts'
import { knownFeatures } from '#shared/settings/known-features.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { Modal } from '#client/ui/layout/modal.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { saveProperty } from './flags-api.ts'
import { hasRow, type Flag } from './list-flags.ts'
import { propertySchema } from './property-schema.ts'

interface PropertyDialogProps {
  readonly flag: Flag | null
  readonly flags: readonly Flag[]
  readonly by: string
  readonly missing: string | undefined
  readonly onDelete: () => void
  readonly onSaved: () => void
  readonly onClose: () => void
}

const localNote =
  'Set in the file or on the command line of the backend, which overrides the value stored here. Change it there.'

const helpText = (name: string): string | undefined => {
  const feature = findFeature(name)
  if (feature === null) return undefined
  const shows = knownFeatures.get(feature)
  if (shows === undefined) return `Unknown to this console: ${feature}. The backend may know it.`
  return `true turns off: ${shows}.`
}

export function PropertyDialog({ flag, flags, by, missing, onDelete, onSaved, onClose }: PropertyDialogProps) {
  const isLocal = flag?.source === 'local'
  const isNew = flag === null || !hasRow(flag)
  const schema = useMemo(() => {
    const known = flag === null ? flags.filter((each) => each.source !== null || hasRow(each)) : []
    return propertySchema(new Set(known.map(({ property }) => property)))
  }, [flag, flags])
  const { form, isSaving, error, submit } = useEditForm({
    schema,
    initial: { name: flag?.property ?? '', value: flag?.value ?? '' },
    canSave: () => missing === undefined && !isLocal,
    save: (change) => saveProperty(change, by, isNew),
    onSaved: () => {
      showToast('success', `Feature flag ${flag === null ? 'added' : 'updated'} successfully`)
      onSaved()
    },
  })
  const { control } = form
  const help = helpText(useWatch({ control, name: 'name' }))
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
            <Button look="primary" disabledReason={missing} busy={isSaving} onClick={submit}>
              {flag === null ? 'Add feature flag' : 'Save value'}
            </Button>
          )}
        </>
      }
    >
      <EditForm label="Save" className="flag-form" isSaving={isSaving} onSubmit={submit}>
        {flag === null ? (
          <TextField
            control={control}
            name="name"
            label="Name"
            help={help ?? 'The feature and .disable, such as logs.disable, or any other property.'}
            className="mono"
            spellCheck={false}
            read={(text) => text.trim()}
            deps="value"
          />
        ) : null}
        <TextField
          control={control}
          name="value"
          label="Value"
          help={flag === null ? undefined : help}
          className="mono"
          spellCheck={false}
          readOnly={isLocal}
        />
      </EditForm>
      {isLocal ? <p className="dim">{localNote}</p> : null}
      {isLocal && flag.stored !== null ? (
        <p className="dim">
          The database contains <code>{flag.stored.value}</code>, which applies once the local value is removed.
        </p>
      ) : null}
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </Modal>
  )
}
