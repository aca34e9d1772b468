import { useId, useRef, useState } from 'react'
import { useController, type Control } from 'react-hook-form'
import { navigate } from 'wouter/use-browser-location'
import { formatCount } from '#shared/primitives/format-count.ts'
import { roomFor, screenMm, smallestTextPx } from '#shared/wall/type-size.ts'
import type { WallSettings } from '#shared/wall/wall-settings.ts'
import { setPreferences, usePreferences } from '#client/lib/browser/preferences.ts'
import { settingsCrumbs } from '#client/lib/address/routes.ts'
import { withWall } from '#client/lib/address/wall-address.ts'
import { Button } from '#client/ui/button.tsx'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { Segmented } from '#client/ui/form/segmented.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { Switch } from '#client/ui/form/switch.tsx'
import { ViewsEditor } from '#client/domain/walls/views-editor.tsx'
import { useScreen } from '#client/features/wall/frame/use-screen.ts'
import { toForm, screenSchema, type ScreenForm } from './screen-form.ts'
import { NamedWalls } from './named-walls.tsx'
import { SeenFrom } from './seen-from.tsx'
import { WallLink } from './wall-link.tsx'
import './screens-page.css'

const lights = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'by-hour', label: 'By hour' },
] as const
const holds = [
  { value: 'hold', label: 'Hold the failing view for up to 5 min' },
  { value: 'go-on', label: 'Keep rotating' },
] as const

const schema = screenSchema(window.location.origin)

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  const id = useId()
  return (
    <section className="screens-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div>{children}</div>
    </section>
  )
}

interface LengthProps {
  readonly control: Control<ScreenForm, unknown, WallSettings>
  readonly name: 'diagonalIn' | 'readerM'
  readonly label: string
  readonly unit: string
}

function Length({ control, name, label, unit }: LengthProps) {
  return (
    <FormField control={control} name={name} label={label}>
      {(field) => (
        <span className="screens-unit" data-unit={unit}>
          <input {...field} className="bp6-input tabular" inputMode="decimal" />
        </span>
      )}
    </FormField>
  )
}

const leastRoom = { lines: 11, characters: 48 }

function Fits({ settings }: { readonly settings: WallSettings }) {
  const { screen } = useScreen()
  const unitPx = smallestTextPx(settings, screen)
  const { lines, characters } = roomFor(unitPx, screen)
  const { width, height } = screenMm(settings.diagonalIn, screen)
  const isTooFar = lines < leastRoom.lines || characters < leastRoom.characters
  return (
    <p className="field-help">
      With the aspect ratio of this display, the screen is {formatCount(Math.round(width))} ×{' '}
      {formatCount(Math.round(height))} mm. Its smallest text is {unitPx} px, names and ages are{' '}
      {Math.round(unitPx * 1.375)} px. {lines} lines of about {characters} characters fit. Further rows continue on more
      pages; text is never made smaller.
      {isTooFar ? (
        <span className="screens-low">
          <StateMark state="warning" label="" /> Very little fits: use a larger screen or reduce the distance.
        </span>
      ) : null}
    </p>
  )
}

/** Rejects where the browser does not allow fullscreen. */
const fillScreen = () => document.documentElement.requestFullscreen?.().catch(() => undefined)

interface ScreenSectionProps {
  readonly control: LengthProps['control']
}

function Rotation({ control }: ScreenSectionProps) {
  const { field } = useController({ control, name: 'holdsOnTrouble' })
  return (
    <div className="screens-pair">
      <div className="field">
        <span className="screens-label">On failure</span>
        <Select
          label="On failure"
          value={field.value ? 'hold' : 'go-on'}
          options={holds}
          onChange={(choice) => field.onChange(choice === 'hold')}
        />
      </div>
      <div className="field">
        <span className="screens-label">Pause key</span>
        <p className="screens-keys">
          <kbd className="kbd">Space</kbd> or OK on the remote
        </p>
        <p className="field-help">
          Press again to continue; <kbd className="kbd">→</kbd> for the next view, <kbd className="kbd">←</kbd> for the
          one before. A pause ends automatically after an hour.
        </p>
      </div>
    </div>
  )
}

function Light({ control }: ScreenSectionProps) {
  const { field: light } = useController({ control, name: 'light' })
  const { field: drifts } = useController({ control, name: 'drifts' })
  return (
    <>
      <div className="screens-line">
        <Segmented label="Theme" value={light.value} options={lights} onChange={light.onChange} />
        <span className="field-help">By hour: light from 07:00 to 19:00.</span>
      </div>
      <Switch label="Shift the page by up to 8 px against burn-in" checked={drifts.value} onChange={drifts.onChange} />
    </>
  )
}

export function ScreensPage() {
  const saved = usePreferences((preferences) => preferences.wall)
  const isOpening = useRef(false)
  const { form, isChanged, isSaving, submit } = useEditForm({
    schema,
    initial: toForm(saved),
    save: async (settings) => setPreferences({ wall: settings }),
    onSaved: (_result, { views: [first] }) => {
      if (!isOpening.current || first === undefined) return
      void fillScreen()
      navigate(withWall(first.address, ''))
    },
  })
  const { control } = form
  const read = schema.safeParse(form.watch()).data
  const [lastGood, setLastGood] = useState(saved)
  const settings = read ?? lastGood
  if (JSON.stringify(settings) !== JSON.stringify(lastGood)) setLastGood(settings)
  const save = (opens: boolean) => {
    isOpening.current = opens
    submit()
  }
  return (
    <Page title="Screens" crumbs={settingsCrumbs}>
      <div className="screens">
        <NamedWalls />
        <div className="screens-columns">
          <EditForm label="Save screen" className="screens-form" isSaving={isSaving} onSubmit={() => save(false)}>
            <div className="screens-parts">
              <Part title="Size">
                <div className="screens-pair">
                  <Length control={control} name="diagonalIn" label="Screen diagonal" unit="inches" />
                  <Length control={control} name="readerM" label="Farthest reader" unit="m" />
                </div>
                <Fits settings={settings} />
              </Part>
              <Part title="Views">
                <ViewsEditor control={control} />
                <Rotation control={control} />
              </Part>
              <Part title="Theme">
                <Light control={control} />
              </Part>
              <Part title="Address">
                <WallLink settings={settings} />
              </Part>
            </div>
            <div className="screens-foot">
              <span className="field-help" role="status">
                {isChanged ? 'Not saved yet' : 'Saved in this browser'}
              </span>
              <Button onClick={() => save(false)}>Save screen</Button>
              <Button look="primary" onClick={() => save(true)}>
                Open on this screen
              </Button>
            </div>
          </EditForm>
          <SeenFrom settings={settings} />
        </div>
      </div>
    </Page>
  )
}
