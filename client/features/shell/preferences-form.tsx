import { useEffect, useMemo } from 'react'
import { Controller, useController, useForm, useWatch, type Control } from 'react-hook-form'
import {
  browserZone,
  cardWidthLimits,
  dateFormats,
  setPreferences,
  usePreferences,
  type Preferences,
} from '#client/lib/browser/preferences.ts'
import { findNotificationObstacle, requestDesktopNotifications } from '#client/lib/browser/desktop-notification.ts'
import { playChime } from '#client/lib/browser/play-chime.ts'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { useNow } from '#client/lib/time/clock.ts'
import { formatTime, resolveZone } from '#client/lib/time/format-time.ts'
import { pageSizes } from '#client/lib/address/page-sizes.ts'
import { Segmented } from '#client/ui/form/segmented.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { Switch } from '#client/ui/form/switch.tsx'
import { rowHeightOptions } from '#client/ui/table/row-height-options.ts'
import './preferences-form.css'

const yesNo = [
  { value: 'yes', label: 'yes' },
  { value: 'no', label: 'no' },
] as const
const themes = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'system', label: 'System' },
] as const

const zoneOptions = () => [
  { value: browserZone, label: `${browserZone} (${resolveZone(browserZone)})` },
  ...Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone })),
]

interface PartProps {
  readonly control: Control<Preferences>
}

function DateFormats({ control }: PartProps) {
  const { field } = useController({ control, name: 'dateFormat' })
  const timeZone = useWatch({ control, name: 'timeZone' })
  const now = new Date(useNow(1_000))
  return (
    <fieldset className="preferences-formats">
      <legend>Date/time format</legend>
      {dateFormats.map((format) => (
        <label key={format} className="preferences-format">
          <input
            type="radio"
            name="date-format"
            value={format}
            checked={format === field.value}
            onChange={() => field.onChange(format)}
          />
          {format}
          <span className="tabular">{formatTime(now, format, resolveZone(timeZone), now)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function CardWidth({ control }: PartProps) {
  const { field } = useController({ control, name: 'topologyCardWidth' })
  return (
    <label className="preferences-width">
      <span>Topology card width</span>
      <input
        type="range"
        {...cardWidthLimits}
        {...field}
        onChange={(event) => field.onChange(Number(event.currentTarget.value))}
      />
      <output className="tabular">{field.value}</output>
    </label>
  )
}

function Line({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div className="preferences-line">
      <span>{name}</span>
      {children}
    </div>
  )
}

interface ChoiceProps<V extends string> extends PartProps {
  readonly name: 'theme' | 'rowHeight'
  readonly label: string
  readonly options: readonly { readonly value: V; readonly label: string }[]
}

function Choice<V extends string>({ control, name, label, options }: ChoiceProps<V>) {
  const { field } = useController({ control, name })
  return (
    <Line name={label}>
      <Segmented<string> label={label} value={field.value} options={options} onChange={field.onChange} />
    </Line>
  )
}

function TimeZone({ control }: PartProps) {
  const { field } = useController({ control, name: 'timeZone' })
  const zones = useMemo(() => zoneOptions(), [])
  return (
    <div className="preferences-zone">
      <span>Time zone</span>
      <Select label="Time zone" value={field.value} options={zones} onChange={field.onChange} />
    </div>
  )
}

function DeletedConfigs({ control }: PartProps) {
  const { field } = useController({ control, name: 'showDeletedConfigs' })
  return (
    <Line name="Show deleted configs">
      <Segmented
        label="Show deleted configs"
        value={field.value ? 'yes' : 'no'}
        options={yesNo}
        onChange={(choice) => field.onChange(choice === 'yes')}
      />
    </Line>
  )
}

function Alerts({ control }: PartProps) {
  const { field: sound } = useController({ control, name: 'playsSound' })
  const { field: notifications } = useController({ control, name: 'showsNotifications' })
  const obstacle = findNotificationObstacle()
  const handleSound = (isOn: boolean) => {
    sound.onChange(isOn)
    if (isOn) playChime()
  }
  const handleNotifications = async (isOn: boolean) => {
    const failure = isOn ? await requestDesktopNotifications() : null
    if (failure === null) notifications.onChange(isOn)
    else showToast('error', failure)
  }
  return (
    <fieldset className="preferences-alerts">
      <legend>When a check turns unhealthy or a run waits for my approval</legend>
      <Switch label="Play a sound" checked={sound.value} onChange={handleSound} />
      <Switch
        label="Show a desktop notification"
        checked={notifications.value}
        onChange={(isOn) => void handleNotifications(isOn)}
      />
      {notifications.value && obstacle !== null ? <p>{obstacle}</p> : null}
    </fieldset>
  )
}

function PageSize({ control }: PartProps) {
  const { field } = useController({ control, name: 'pageSize' })
  const sizes = [...new Set([...pageSizes, field.value])].toSorted((a, b) => a - b)
  return (
    <Line name="Page size">
      <Select
        label="Page size"
        value={String(field.value)}
        options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
        onChange={(size) => field.onChange(Number(size))}
      />
    </Line>
  )
}

export function PreferencesForm() {
  const preferences = usePreferences()
  const { control, subscribe } = useForm<Preferences>({ values: preferences })
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, values }) => {
          // A reset to values changed elsewhere has no field name.
          if (name !== undefined) setPreferences(values)
        },
      }),
    [subscribe],
  )
  return (
    <div className="preferences">
      <DateFormats control={control} />
      <TimeZone control={control} />
      <DeletedConfigs control={control} />
      <CardWidth control={control} />
      <Controller
        control={control}
        name="sidebarCollapsed"
        render={({ field }) => <Switch label="Sidebar collapsed" checked={field.value} onChange={field.onChange} />}
      />
      <PageSize control={control} />
      <hr />
      <Choice control={control} name="theme" label="Theme" options={themes} />
      <Choice control={control} name="rowHeight" label="Row height" options={rowHeightOptions} />
      <hr />
      <Alerts control={control} />
    </div>
  )
}
