import { useMemo } from 'react'
import {
  browserZone,
  cardWidthLimits,
  dateFormats,
  setPreferences,
  usePreferences,
  type Preferences,
} from '#client/lib/preferences.ts'
import { useNow } from '#client/lib/clock.ts'
import { formatTime, resolveZone } from '#client/lib/format-time.ts'
import { pageSizes } from '#client/lib/page-sizes.ts'
import { Segmented } from '#client/ui/segmented.tsx'
import { Select } from '#client/ui/select.tsx'
import { Switch } from '#client/ui/switch.tsx'
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
const rowHeights = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
] as const

const zoneOptions = () => [
  { value: browserZone, label: `${browserZone} (${resolveZone(browserZone)})` },
  ...Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone })),
]

function DateFormats({ dateFormat, timeZone }: Pick<Preferences, 'dateFormat' | 'timeZone'>) {
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
            checked={format === dateFormat}
            onChange={() => setPreferences({ dateFormat: format })}
          />
          {format}
          <span className="tabular">{formatTime(now, format, resolveZone(timeZone), now)}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Everything this browser's person can prefer; each choice is in force at once (ledger SHELL-77 to SHELL-83). */
export function PreferencesForm() {
  const preferences = usePreferences()
  const zones = useMemo(() => zoneOptions(), [])
  const sizes = [...new Set([...pageSizes, preferences.pageSize])].toSorted((a, b) => a - b)
  return (
    <div className="preferences">
      <DateFormats dateFormat={preferences.dateFormat} timeZone={preferences.timeZone} />
      <div className="preferences-zone">
        <span>Time zone</span>
        <Select
          label="Time zone"
          value={preferences.timeZone}
          options={zones}
          onChange={(timeZone) => setPreferences({ timeZone })}
        />
      </div>
      <div className="preferences-line">
        <span>Show deleted configs</span>
        <Segmented
          label="Show deleted configs"
          value={preferences.showDeletedConfigs ? 'yes' : 'no'}
          options={yesNo}
          onChange={(choice) => setPreferences({ showDeletedConfigs: choice === 'yes' })}
        />
      </div>
      <label className="preferences-width">
        <span>Topology card width</span>
        <input
          type="range"
          {...cardWidthLimits}
          value={preferences.topologyCardWidth}
          onChange={(event) => setPreferences({ topologyCardWidth: Number(event.currentTarget.value) })}
        />
        <output className="tabular">{preferences.topologyCardWidth}</output>
      </label>
      <Switch
        label="Sidebar collapsed"
        checked={preferences.sidebarCollapsed}
        onChange={(sidebarCollapsed) => setPreferences({ sidebarCollapsed })}
      />
      <div className="preferences-line">
        <span>Page size</span>
        <Select
          label="Page size"
          value={String(preferences.pageSize)}
          options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
          onChange={(size) => setPreferences({ pageSize: Number(size) })}
        />
      </div>
      <hr />
      <div className="preferences-line">
        <span>Theme</span>
        <Segmented
          label="Theme"
          value={preferences.theme}
          options={themes}
          onChange={(theme) => setPreferences({ theme })}
        />
      </div>
      <div className="preferences-line">
        <span>Row height</span>
        <Segmented
          label="Row height"
          value={preferences.rowHeight}
          options={rowHeights}
          onChange={(rowHeight) => setPreferences({ rowHeight })}
        />
      </div>
    </div>
  )
}
