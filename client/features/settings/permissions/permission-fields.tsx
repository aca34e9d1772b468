import { TextArea } from '@blueprintjs/core'
import { useController, type UseFormReturn } from 'react-hook-form'
import { offeredObjects, ownObjects } from '#shared/access/objects.ts'
import { hourMs } from '#shared/primitives/time-units.ts'
import { Button } from '#client/ui/button.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { Segmented } from '#client/ui/form/segmented.tsx'
import { NameSelect } from './name-select.tsx'
import { localText, permissionActions, scopes, subjectKinds, type PermissionForm } from './permission-form.ts'
import type { NameList } from './permissions-api.ts'

interface PartProps {
  readonly form: UseFormReturn<PermissionForm>
}

const titled = <V extends string>(values: readonly V[]) =>
  values.map((value) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` }))
const named = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const effects = [
  { value: 'allow', label: 'Allow' },
  { value: 'deny', label: 'Deny' },
] as const
const actions = named(permissionActions)
const objects = named([...new Set<string>([...offeredObjects, ...ownObjects])])
const lists: Partial<Record<PermissionForm['scope'], NameList>> = {
  catalog: 'config',
  component: 'component',
  connection: 'connection',
  playbook: 'playbook',
}
const periods = [
  ['1d', 24],
  ['7d', 7 * 24],
  ['30d', 30 * 24],
] as const

const inHours = (hours: number): string => localText(Date.now() + hours * hourMs)

const set = ({ setValue, formState }: PartProps['form'], name: 'subjectId' | 'target' | 'until', value: string) =>
  setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted })

function SubjectField({ form }: PartProps) {
  const { field: kind } = useController({ control: form.control, name: 'subjectKind' })
  return (
    <FormField control={form.control} name="subjectId" label="Subject">
      {(control) => (
        <div className="permission-pair">
          <Segmented
            label="Subject type"
            value={kind.value}
            options={titled(subjectKinds)}
            onChange={(chosen) => {
              kind.onChange(chosen)
              set(form, 'subjectId', '')
            }}
          />
          <NameSelect key={kind.value} {...control} kind={kind.value} none={`Choose a ${kind.value}`} />
        </div>
      )}
    </FormField>
  )
}

function ActionField({ form }: PartProps) {
  const { field: deny } = useController({ control: form.control, name: 'deny' })
  return (
    <FormField control={form.control} name="action" label="Action">
      {(control) => (
        <div className="permission-row">
          <OptionSelect {...control} none="Choose an action" options={actions} />
          <Segmented
            label="Effect"
            value={deny.value ? 'deny' : 'allow'}
            options={effects}
            onChange={(effect) => deny.onChange(effect === 'deny')}
          />
        </div>
      )}
    </FormField>
  )
}

function ResourceField({ form }: PartProps) {
  const { field: kind } = useController({ control: form.control, name: 'scope' })
  const scope = kind.value
  const list = lists[scope]
  return (
    <FormField
      control={form.control}
      name="target"
      label="Resource"
      help={scope === 'selector' ? 'Includes future matches.' : undefined}
    >
      {({ ref, ...control }) => (
        <div className="permission-pair">
          <Segmented
            label="Resource type"
            value={scope}
            options={titled(scopes)}
            onChange={(chosen) => {
              kind.onChange(chosen)
              set(form, 'target', '')
            }}
          />
          {scope === 'global' ? (
            <OptionSelect ref={ref} {...control} fill none="Choose an object" options={objects} />
          ) : list === undefined ? (
            <TextArea
              inputRef={ref}
              {...control}
              fill
              className="mono"
              rows={5}
              spellCheck={false}
              placeholder={
                '{ "playbooks": [{ "name": "scale-*" }],\n  "configs": [{ "tagSelector": "env=production" }] }'
              }
            />
          ) : (
            <NameSelect
              key={scope}
              ref={ref}
              {...control}
              kind={list}
              none={`Choose a ${scope === 'catalog' ? 'config item' : scope}`}
            />
          )}
        </div>
      )}
    </FormField>
  )
}

function ExpiryField({ form }: PartProps) {
  return (
    <FormField
      control={form.control}
      name="until"
      label="Expires"
      help="In the time zone of this browser; empty for no expiry."
    >
      {(control) => (
        <div className="permission-row">
          <input {...control} className="bp6-input tabular" placeholder="2026-11-23 06:00" autoComplete="off" />
          {periods.map(([name, hours]) => (
            <Button key={name} small onClick={() => set(form, 'until', inHours(hours))}>
              {name}
            </Button>
          ))}
          <Button small onClick={() => set(form, 'until', '')}>
            Never
          </Button>
        </div>
      )}
    </FormField>
  )
}

export function PermissionFields({ form }: PartProps) {
  return (
    <>
      <SubjectField form={form} />
      <ActionField form={form} />
      <ResourceField form={form} />
      <ExpiryField form={form} />
      <TextField control={form.control} name="description" label="Description" maxLength={500} />
    </>
  )
}
