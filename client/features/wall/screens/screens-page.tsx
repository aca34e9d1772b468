import { useId, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { roomFor, screenMm, smallestTextPx } from '#shared/wall/type-size.ts'
import type { WallSettings } from '#shared/wall/wall-settings.ts'
import { setPreferences, usePreferences } from '#client/lib/preferences.ts'
import { routes } from '#client/lib/routes.ts'
import { useUnsaved } from '#client/lib/unsaved.ts'
import { withWall } from '#client/lib/wall-address.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { Page } from '#client/ui/page.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { Select } from '#client/ui/select.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { Switch } from '#client/ui/switch.tsx'
import { useScreen } from '#client/features/wall/frame/use-screen.ts'
import { draftOf, readDraft, type ScreenDraft } from './screen-draft.ts'
import { SeenFrom } from './seen-from.tsx'
import { ViewsEditor } from './views-editor.tsx'
import { WallLink } from './wall-link.tsx'
import './screens-page.css'

const lights = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'by-hour', label: 'By hour' },
] as const
const holds = [
  { value: 'hold', label: 'Hold that view up to 5 min' },
  { value: 'go-on', label: 'Go on as always' },
] as const

const crumbs = [{ label: 'Settings', href: routes.settings }]

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
  readonly label: string
  readonly unit: string
  readonly error: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

function Length({ label, unit, error, value, onChange }: LengthProps) {
  return (
    <Field label={label} error={error}>
      {({ id, describedBy }) => (
        <span className="screens-unit" data-unit={unit}>
          <input
            id={id}
            className="bp6-input tabular"
            inputMode="decimal"
            aria-describedby={describedBy}
            aria-invalid={error !== undefined}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </span>
      )}
    </Field>
  )
}

/** Fewer lines, or letters in one, than a wall needs to say what is broken. */
const leastRoom = { lines: 11, letters: 48 }

function Fits({ settings }: { readonly settings: WallSettings }) {
  const { screen } = useScreen()
  const unitPx = smallestTextPx(settings, screen)
  const { lines, letters } = roomFor(unitPx, screen)
  const { width, height } = screenMm(settings.diagonalIn, screen)
  const isTooFar = lines < leastRoom.lines || letters < leastRoom.letters
  return (
    <p className="field-help">
      The screen is {Math.round(width).toLocaleString('en')} × {Math.round(height).toLocaleString('en')} mm with the
      shape of this one. Its smallest text becomes {unitPx} px, names and ages {Math.round(unitPx * 1.375)} px. {lines}{' '}
      lines of about {letters} characters fit. What does not fit goes to the next page; nothing is set smaller.
      {isTooFar ? (
        <span className="screens-low">
          <StateMark state="warning" label="" /> Very little fits: use a larger screen or reduce the distance.
        </span>
      ) : null}
    </p>
  )
}

/** Leaves the browser's own frame, where it lets the page do so. */
const fillScreen = () => document.documentElement.requestFullscreen?.().catch(() => undefined)

/** How this browser shows pages on a wall: size, views, light. Kept in this browser, or carried by an address. */
export function ScreensPage() {
  const saved = usePreferences((preferences) => preferences.wall)
  const [draft, setDraft] = useState<ScreenDraft>(() => draftOf(saved))
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const read = readDraft(draft, window.location.origin)
  const [lastGood, setLastGood] = useState(saved)
  const settings = 'settings' in read ? read.settings : lastGood
  if ('settings' in read && JSON.stringify(read.settings) !== JSON.stringify(lastGood)) setLastGood(read.settings)
  const unsaved = !('settings' in read) || JSON.stringify(read.settings) !== JSON.stringify(saved)
  useUnsaved(unsaved)
  const errors = tried && 'errors' in read ? read.errors : null

  const change = (part: Partial<ScreenDraft>) => setDraft({ ...draft, ...part })
  const save = (): WallSettings | null => {
    setTried(true)
    if (!('settings' in read)) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return null
    }
    setPreferences({ wall: read.settings })
    setDraft(draftOf(read.settings))
    return read.settings
  }
  const open = () => {
    const first = save()?.views[0]
    if (first === undefined) return
    void fillScreen()
    navigate(withWall(first.address, ''))
  }
  return (
    <Page title="Screens" crumbs={crumbs}>
      <div className="screens">
        <div className="screens-columns">
          <form
            ref={form}
            className="screens-form"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              save()
            }}
          >
            <div className="screens-parts">
              <Part title="Size">
                <div className="screens-pair">
                  <Length
                    label="Screen diagonal"
                    unit="inches"
                    error={errors?.diagonalIn}
                    value={draft.diagonalIn}
                    onChange={(diagonalIn) => change({ diagonalIn })}
                  />
                  <Length
                    label="Farthest reader"
                    unit="m"
                    error={errors?.readerM}
                    value={draft.readerM}
                    onChange={(readerM) => change({ readerM })}
                  />
                </div>
                <Fits settings={settings} />
              </Part>
              <Part title="Views">
                <ViewsEditor views={draft.views} errors={errors} onChange={(views) => change({ views })} />
                <div className="screens-pair">
                  <div className="field">
                    <span className="screens-label">When something breaks</span>
                    <Select
                      label="When something breaks"
                      value={draft.holdsOnTrouble ? 'hold' : 'go-on'}
                      options={holds}
                      onChange={(choice) => change({ holdsOnTrouble: choice === 'hold' })}
                    />
                  </div>
                  <div className="field">
                    <span className="screens-label">Pause key</span>
                    <p className="screens-keys">
                      <kbd className="kbd">Space</kbd> or OK on the remote
                    </p>
                    <p className="field-help">
                      Again to go on; <kbd className="kbd">→</kbd> for the next view. A pause ends by itself after an
                      hour.
                    </p>
                  </div>
                </div>
              </Part>
              <Part title="Theme">
                <div className="screens-line">
                  <Segmented
                    label="Theme"
                    value={draft.light}
                    options={lights}
                    onChange={(light) => change({ light })}
                  />
                  <span className="field-help">By hour: light from 07:00 to 19:00.</span>
                </div>
                <Switch
                  label="Shift the page by up to 8 px against burn-in"
                  checked={draft.drifts}
                  onChange={(drifts) => change({ drifts })}
                />
              </Part>
              <Part title="Address">
                <WallLink settings={settings} />
              </Part>
            </div>
            <div className="screens-foot">
              <span className="field-help" role="status">
                {unsaved ? 'Not saved yet' : 'Saved in this browser'}
              </span>
              <Button type="submit">Save screen</Button>
              <Button look="primary" onClick={open}>
                Open on this screen
              </Button>
            </div>
          </form>
          <SeenFrom settings={settings} />
        </div>
      </div>
    </Page>
  )
}
