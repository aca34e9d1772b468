import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { severities } from '#shared/health/severity.ts'
import type { OwnRule, Wishes } from '#shared/notifications/personal-routes.ts'
import { sendTable } from '#shared/notifications/notification-topics.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { SwitchField } from '#client/ui/form/switch-field.tsx'
import { Switch } from '#client/ui/form/switch.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { zoneOptions } from '#client/ui/form/zone-options.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { NotificationTabs } from '#client/features/notifications/notification-tabs.tsx'
import { personalKey, personalQuery, saveWishes, setUnsubscribed } from './mine-api.ts'
import { OwnBrowsers } from './own-browsers.tsx'
import { toWishesForm, wishesFormSchema, wishesSchema } from './wishes-form.ts'
import '#client/features/notifications/notifications.css'
import './mine.css'

export function MyNotificationsPage() {
  return (
    <Page title="My notifications">
      <NotificationTabs selected={routes.notificationMine} />
      {hasOwnBackend() ? (
        <MyNotifications />
      ) : (
        <EmptyState title="This backend stores no notification preferences">
          <p>Recipients depend only on the notification rules.</p>
        </EmptyState>
      )}
    </Page>
  )
}

function MyNotifications() {
  useTableChanges(sendTable, personalKey)
  const { data, error, refetch } = useQuery(personalQuery)
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows label="Loading your notification settings" rows={5} />
  return (
    <div className="mine">
      <OwnRules rules={data.rules} />
      <div className="mine-side">
        <WishesFields wishes={data.wishes} />
        <OwnBrowsers />
      </div>
    </div>
  )
}

function OwnRuleLine({ rule: { id, name, events, as, is_unsubscribed: isOff } }: { readonly rule: OwnRule }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (isUnsubscribed: boolean) => setUnsubscribed(id, isUnsubscribed),
    onSettled: () => client.invalidateQueries({ queryKey: personalKey }),
  })
  return (
    <li data-off={isOff || undefined}>
      <Switch label={<b>{name}</b>} checked={!isOff} disabled={isPending} onChange={(isWanted) => mutate(!isWanted)} />
      <span className="dim">sends to {as.join(', ')}</span>
      <span className="mono dim cut">{events.join(', ')}</span>
    </li>
  )
}

function OwnRules({ rules }: { readonly rules: readonly OwnRule[] }) {
  return (
    <section aria-label="My rules">
      <h2>My rules</h2>
      {rules.length === 0 ? (
        <EmptyState title="No rule notifies you">
          <p>Rules notify people, teams, or the person on call for a team.</p>
        </EmptyState>
      ) : (
        <ul className="mine-rules">
          {rules.map((rule) => (
            <OwnRuleLine key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
      <p className="dim">
        <Link className="link" href={`${routes.notificationWhy}?whose=me`}>
          Events that would have notified me
        </Link>
      </p>
    </section>
  )
}

const severityOptions = severities.map((value) => ({
  value,
  label: value === 'critical' ? 'Critical only' : `${value.charAt(0).toUpperCase()}${value.slice(1)} and above`,
}))

function WishesFields({ wishes }: { readonly wishes: Wishes }) {
  const client = useQueryClient()
  const zone = usePreferences(({ timeZone }) => resolveZone(timeZone))
  const edited = useEditForm({
    schema: wishesSchema,
    initial: toWishesForm(wishes, zone),
    draft: { key: 'my notifications', version: 1, schema: wishesFormSchema },
    save: saveWishes,
    onSaved: () => {
      showToast('success', 'Saved')
      void client.invalidateQueries({ queryKey: personalKey })
    },
  })
  const { form, isSaving, isChanged, error, submit, giveUp } = edited
  const { control } = form
  const isQuiet = form.watch('isQuiet')
  return (
    <section aria-label="Preferences">
      <h2>Preferences</h2>
      <EditForm label="Save" className="mine-fields" isSaving={isSaving} onSubmit={submit}>
        <FormField
          control={control}
          name="least"
          label="Minimum severity"
          help="Events without a severity are always sent"
        >
          {(field) => <OptionSelect {...field} fill options={severityOptions} none="Everything" />}
        </FormField>
        <SwitchField control={control} name="isQuiet" label="Quiet hours" />
        {isQuiet ? (
          <div className="rule-times">
            <TextField control={control} name="from" label="From" type="time" className="tabular" />
            <TextField control={control} name="to" label="To" type="time" className="tabular" />
            <FormField control={control} name="zone" label="Time zone">
              {(field) => <OptionSelect {...field} fill options={zoneOptions()} none="Choose a time zone" />}
            </FormField>
          </div>
        ) : null}
        <p className="dim">
          During quiet hours only critical messages are sent. Others wait until the end and are sent if they still
          apply; messages to a whole team are not delayed for you. While you are on call, everything is sent.
        </p>
      </EditForm>
      {error === null ? null : <ErrorPanel error={error} detailsHidden meaning="Nothing was changed." />}
      <div className="mine-acts">
        {isChanged ? <Button onClick={giveUp}>Discard changes</Button> : null}
        <Button look="primary" busy={isSaving} onClick={submit}>
          Save
        </Button>
      </div>
    </section>
  )
}
