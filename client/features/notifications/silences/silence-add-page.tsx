import { TextArea } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import type { Control } from 'react-hook-form'
import { Link, useLocation } from 'wouter'
import { fromPromise, waitFor, type ActorRefFrom } from 'xstate'
import {
  silencePreviewRoute,
  type SilencePreview as SilencePreviewed,
  type SilenceToAdd,
} from '#shared/notifications/silence-route.ts'
import { silenceMachine, type SilenceTerms } from '#machines/notifications/silence-machine.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { useQueryParams } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { resourceNameQuery } from '#client/domain/resources/resource-name.tsx'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { SwitchField } from '#client/ui/form/switch-field.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { CoversAll } from './covers-all.tsx'
import {
  askableTerms,
  nameSilence,
  silenceFormSchema,
  silenceSchema,
  toSilenceTerms,
  type Silenced,
  type SilenceForm,
} from './silence-form.ts'
import { silenceDurations } from './silence-durations.ts'
import { SilenceGuide } from './silence-guide.tsx'
import { SilencePreview } from './silence-preview.tsx'
import { SilenceResource } from './silence-resource.tsx'
import { SilenceWindowFields } from './silence-window-fields.tsx'
import { addSilence, previewSilence, silencedResources, silencesKey, silencedColumns } from './silences-api.ts'
import '#client/features/notifications/notifications.css'

const untilWell = { value: 'recovers', label: 'Until healthy again' }

const useLinkedResource = (): Omit<Silenced, 'name'> | null => {
  const params = useQueryParams()
  for (const column of silencedColumns) {
    const id = params.get(column) ?? ''
    if (id !== '') return { column, id }
  }
  return null
}

const initialForm = (resource: Silenced | null, zone: string): SilenceForm => ({
  name: resource === null ? '' : nameSilence(resource),
  resource,
  until: 'now+1h',
  other: '',
  selectors: '',
  filter: '',
  description: '',
  recursive: true,
  isRecurring: false,
  days: [1, 2, 3, 4, 5],
  windowFrom: '22:00',
  windowTo: '06:00',
  zone,
})

export function SilenceAddPage() {
  const silenced = useLinkedResource()
  const name = useQuery({
    ...resourceNameQuery(silencedResources[silenced?.column ?? 'check_id'].relation, silenced?.id ?? ''),
    enabled: silenced !== null,
  })
  const isReady = silenced === null || name.data !== undefined
  return (
    <Page title="Add silence" crumbs={[{ label: 'Silences', href: routes.silences }]}>
      {name.error === null ? null : <ErrorPanel error={name.error} onRetry={() => void name.refetch()} />}
      {silenced !== null && name.data === null ? (
        <Callout tone="warn" title={`No ${silencedResources[silenced.column].noun} has the ID ${silenced.id}.`} />
      ) : null}
      {isReady ? (
        <SilenceFields initial={silenced === null ? null : { ...silenced, name: name.data ?? silenced.id }} />
      ) : null}
    </Page>
  )
}

interface DurationProps {
  readonly control: Control<SilenceForm>
  readonly canRecover: boolean
  readonly isOther: boolean
}

function Duration({ control, canRecover, isOther }: DurationProps) {
  return (
    <div className="rule-pair">
      <FormField control={control} name="until" label="Duration">
        {(field) => (
          <OptionSelect
            {...field}
            fill
            options={canRecover ? [...silenceDurations, untilWell] : silenceDurations}
            none="Choose a duration"
          />
        )}
      </FormField>
      {isOther ? (
        <TextField control={control} name="other" label="Until" placeholder="2026-12-24T18:00:00Z or now+90m" />
      ) : null}
    </div>
  )
}

function Selectors({ control }: { readonly control: Control<SilenceForm> }) {
  return (
    <FormField control={control} name="selectors" label="Selectors" help="A YAML list; a resource matches any entry">
      {({ ref, ...field }) => (
        <TextArea {...field} inputRef={ref} fill rows={3} className="mono" placeholder="- types: [Kubernetes::Pod]" />
      )}
    </FormField>
  )
}

interface RecurrenceProps {
  readonly control: Control<SilenceForm>
  readonly isRecurring: boolean
}

function Recurrence({ control, isRecurring }: RecurrenceProps) {
  return (
    <>
      <SwitchField control={control} name="isRecurring" label="Recurring windows only" />
      {isRecurring ? <SilenceWindowFields control={control} /> : null}
    </>
  )
}

const toSilence = (filled: SilenceForm): SilenceToAdd => ({
  ...toSilenceTerms(filled),
  name: filled.name,
  description: filled.description.trim() === '' ? null : filled.description,
})

const machine = silenceMachine.provide({
  actors: {
    look: fromPromise<SilencePreviewed | null, SilenceTerms | null>(({ input, signal }) =>
      input === null ? Promise.resolve(null) : previewSilence(input, signal),
    ),
    save: fromPromise<void, SilenceToAdd | null>(({ input }) =>
      input === null ? Promise.resolve() : addSilence(input),
    ),
  },
})

/** Resolves to true once saved, to false when the user returned to the form. */
const whenDecided = async (wizard: ActorRefFrom<typeof machine>): Promise<boolean> => {
  const { value, context } = await waitFor(wizard, (state) => state.matches('saved') || state.matches('writing'))
  if (typeof value === 'object' && 'writing' in value && value.writing === 'refused') throw context.error
  return value === 'saved'
}

const useSilence = (resource: Silenced | null) => {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const zone = usePreferences(({ timeZone }) => resolveZone(timeZone))
  const [state, send, wizard] = useMachine(machine)
  const edit = useEditForm({
    schema: silenceSchema,
    initial: initialForm(resource, zone),
    draft: { key: `silence ${resource?.id ?? 'new'}`, version: 4, schema: silenceFormSchema },
    save: (filled) => {
      send({ type: 'silence.submit', silence: toSilence(filled) })
      return whenDecided(wizard)
    },
    isSaved: (isSaved) => isSaved,
    onSaved: () => {
      showToast('success', 'Silence added successfully')
      void client.invalidateQueries({ queryKey: silencesKey })
      navigate(routes.silences)
    },
  })
  const filled = edit.form.watch()
  const text = JSON.stringify(askableTerms(filled))
  const terms = useMemo(() => silencePreviewRoute.body.nullable().parse(JSON.parse(text)), [text])
  useEffect(() => send({ type: 'terms.change', terms }), [send, terms])
  return { ...edit, filled, state, send }
}

function SilenceFields({ initial }: { readonly initial: Silenced | null }) {
  const { form, isSaving, error, submit, giveUp, filled, state, send } = useSilence(initial)
  const { control } = form
  const { resource, until, isRecurring } = filled
  const { preview, error: lookError } = state.context
  // Production ignores both: the silence would not expire, or be active all day.
  const isOwn = hasOwnBackend()
  const canRecover = isOwn && resource !== null && resource.column !== 'canary_id'
  return (
    <div className="silence-add">
      <div className="silence-form">
        <EditForm
          label="Add silence"
          className="notification-fields"
          isSaving={isSaving}
          startsInFirstField
          onSubmit={submit}
        >
          <TextField control={control} name="name" label="Name" placeholder="carrier maintenance" />
          <FormField control={control} name="resource" label="Resource">
            {({ value, onChange }) => <SilenceResource value={value} onChange={onChange} />}
          </FormField>
          {resource?.column === 'component_id' || resource?.column === 'config_id' ? (
            <SwitchField control={control} name="recursive" label="Include children" />
          ) : null}
          <Duration control={control} canRecover={canRecover} isOther={until === 'other'} />
          {isOwn ? <Recurrence control={control} isRecurring={isRecurring} /> : null}
          <TextField
            control={control}
            name="filter"
            label="Filter"
            className="mono"
            placeholder={'check.type == "dns"'}
            help="CEL over check, canary, config, component, labels and tags"
            spellCheck={false}
          />
          <Selectors control={control} />
          <FormField control={control} name="description" label="Reason">
            {({ ref, ...field }) => <TextArea {...field} inputRef={ref} fill rows={3} />}
          </FormField>
        </EditForm>
        {error === null ? null : <ErrorPanel error={error} detailsHidden />}
        <div className="silence-buttons">
          <Link className="bp6-button" href={routes.silences} onClick={giveUp}>
            Cancel
          </Link>
          <Button look="primary" busy={isSaving} onClick={submit}>
            Add silence
          </Button>
        </div>
      </div>
      {state.matches({ writing: 'incomplete' }) ? (
        <SilenceGuide form={form} />
      ) : (
        <SilencePreview
          preview={preview}
          isLooking={state.hasTag('looking')}
          error={state.matches({ writing: 'unread' }) ? lookError : null}
          onRetry={() => send({ type: 'preview.retry' })}
        />
      )}
      {state.matches('asking') ? (
        <CoversAll
          sends={preview?.messages.all ?? 0}
          onDecide={(isMeant) => send({ type: isMeant ? 'silence.confirm' : 'silence.reconsider' })}
        />
      ) : null}
    </div>
  )
}
