import { TextArea } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { z } from 'zod'
import { useQueryParams } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
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
import { SilencePreview } from './silence-preview.tsx'
import {
  addSilence,
  silencedThings,
  silencesKey,
  thingNameQuery,
  type PreviewedSilence,
  type SilencedColumn,
} from './silences-api.ts'
import '#client/features/notifications/notifications.css'

const formSchema = z.object({
  name: z.string(),
  until: z.string(),
  other: z.string(),
  filter: z.string(),
  description: z.string(),
  recursive: z.boolean(),
})
type SilenceForm = z.infer<typeof formSchema>
type SilenceTerms = Pick<SilenceForm, 'until' | 'other' | 'filter' | 'recursive'>

/** How long, as the route takes it (ledger NOTIF-07). */
const durations = [
  { value: 'now+1h', label: '1 hour' },
  { value: 'now+4h', label: '4 hours' },
  { value: 'now+12h', label: '12 hours' },
  { value: 'now+1d', label: '1 day' },
  { value: 'now+7d', label: '1 week' },
  { value: 'indefinitely', label: 'Indefinitely' },
  { value: 'other', label: 'Until a time' },
]

const untilWell = { value: 'recovers', label: 'Until it is healthy again' }

const schemaOf = (hasThing: boolean) =>
  formSchema
    .extend({
      name: z.string().trim().min(1, 'This field is required').max(200),
      until: z.string().min(1, 'Choose how long'),
    })
    .superRefine(({ filter, until, other }, context) => {
      if (!hasThing && filter.trim() === '')
        context.addIssue({
          code: 'custom',
          path: ['filter'],
          message: 'Without a resource, a filter must say what to silence',
        })
      if (until === 'other' && other.trim() === '')
        context.addIssue({ code: 'custom', path: ['other'], message: 'A time such as 2026-12-24 18:00, or now+90m' })
    })

interface Silenced {
  readonly column: SilencedColumn
  readonly id: string
}

const columns: readonly SilencedColumn[] = ['check_id', 'config_id', 'component_id', 'canary_id']

/** What the address says is to be silenced; null for none. */
const useSilenced = (): Silenced | null => {
  const params = useQueryParams()
  for (const column of columns) {
    const id = params.get(column) ?? ''
    if (id !== '') return { column, id }
  }
  return null
}

const initialOf = (name: string | null): SilenceForm => ({
  name: name === null ? '' : `${name} silenced`,
  until: 'now+1h',
  other: '',
  filter: '',
  description: '',
  recursive: true,
})

/** What is silenced and when, as the route takes it. */
const termsOf = ({ until, other, filter, recursive }: SilenceTerms, silenced: Silenced | null): PreviewedSilence => ({
  filter: filter.trim() === '' ? null : filter,
  until: until === 'other' ? other.trim() : until === 'indefinitely' || until === 'recovers' ? null : until,
  ...(until === 'recovers' && { until_recovers: true }),
  recursive,
  ...(silenced !== null && { [silenced.column]: silenced.id }),
})

/** The form for a new silence, of the thing that the address names or of what a filter says (ledger SHELL-19). */
export function SilenceAddPage() {
  const silenced = useSilenced()
  const name = useQuery({
    ...thingNameQuery(silenced?.column ?? 'check_id', silenced?.id ?? ''),
    enabled: silenced !== null,
  })
  const isReady = silenced === null || name.data !== undefined
  return (
    <Page title="Add silence" crumbs={[{ label: 'Silences', href: routes.silences }]}>
      {name.error === null ? null : <ErrorPanel error={name.error} onRetry={() => void name.refetch()} />}
      {silenced !== null && name.data === null ? (
        <Callout tone="warn" title={`There is no ${silencedThings[silenced.column].noun} ${silenced.id}`} />
      ) : null}
      {isReady ? <SilenceFields silenced={silenced} name={name.data ?? null} /> : null}
    </Page>
  )
}

function SilenceFields({ silenced, name }: { readonly silenced: Silenced | null; readonly name: string | null }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { form, isSaving, error, submit, giveUp } = useEditForm({
    schema: schemaOf(silenced !== null),
    initial: initialOf(name),
    draft: { key: `silence ${silenced?.id ?? 'new'}`, version: 1, schema: formSchema },
    save: (filled) =>
      addSilence({
        ...termsOf(filled, silenced),
        name: filled.name,
        description: filled.description.trim() === '' ? null : filled.description,
      }),
    onSaved: () => {
      showToast('success', 'Silence added successfully')
      void client.invalidateQueries({ queryKey: silencesKey })
      navigate(routes.silences)
    },
  })
  const { control } = form
  const [until, other, filter, recursive] = form.watch(['until', 'other', 'filter', 'recursive'])
  const thing = silenced === null ? null : silencedThings[silenced.column]
  const canRecover = silenced !== null && silenced.column !== 'canary_id'
  const terms = useMemo(
    () => termsOf({ until, other, filter, recursive }, silenced),
    [until, other, filter, recursive, silenced],
  )
  const isAskable = (silenced !== null || terms.filter !== null) && (until !== 'other' || terms.until !== '')
  return (
    <div className="silence-add">
      <div className="silence-form">
        <EditForm label="Add silence" className="notification-fields" isSaving={isSaving} onSubmit={submit}>
          {thing === null ? null : (
            <p>
              Silences notifications of the {thing.noun} <b>{name ?? silenced?.id}</b>.
            </p>
          )}
          <TextField control={control} name="name" label="Name" placeholder="carrier works" />
          {silenced?.column === 'component_id' || silenced?.column === 'config_id' ? (
            <SwitchField control={control} name="recursive" label="Also what is below it" />
          ) : null}
          <div className="rule-pair">
            <FormField control={control} name="until" label="Duration">
              {(field) => (
                <OptionSelect
                  {...field}
                  fill
                  options={canRecover ? [...durations, untilWell] : durations}
                  none="Choose one"
                />
              )}
            </FormField>
            {until === 'other' ? (
              <TextField control={control} name="other" label="Until" placeholder="2026-12-24T18:00:00Z or now+90m" />
            ) : null}
          </div>
          <TextField
            control={control}
            name="filter"
            label="Filter"
            className="mono"
            placeholder={'check.type == "dns"'}
            help="CEL over check, canary, config, component, labels and tags"
            spellCheck={false}
          />
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
      {isAskable ? <SilencePreview silence={terms} /> : null}
    </div>
  )
}
