import { useMemo, useRef, useLayoutEffect, useState } from 'react'
import { leastMinutes, minutesOfArc, screenMm, smallestTextPx, wallScale } from '#shared/wall/type-size.ts'
import type { WallSettings } from '#shared/wall/wall-settings.ts'
import { healthChecks } from '#shared/health/health-topics.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import { checkFilter } from '#client/features/wall/check-filter.ts'
import { HealthWall } from '#client/features/wall/health/health-wall.tsx'
import { WallContext, type Wall } from '#client/features/wall/wall-context.ts'
import { useScreen } from '#client/features/wall/frame/use-screen.ts'
import { useLightNow } from '#client/features/wall/frame/use-wall-light.ts'
import '#client/features/wall/wall.css'

const useElementWidth = (element: React.RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (measured === null) return undefined
    const measure = () => setWidth(Math.round(measured.getBoundingClientRect().width))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}

const all = {}
const everything = checkFilter(new URLSearchParams())
const nothing = () => undefined
const none: readonly string[] = []
const pixelMm = 25.4 / 96

const texts = [
  { name: 'Headline', times: wallScale.headline },
  { name: 'Names and ages', times: wallScale.names },
  { name: 'Everything else', times: wallScale.rest },
]

const metres = (m: number) => `${Number(m.toFixed(1))} m`

function Preview({ settings }: { readonly settings: WallSettings }) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useElementWidth(frame)
  const { screen } = useScreen()
  const topic = useTopic(healthChecks, all)
  const theme = useLightNow(settings.light)
  const unitPx = smallestTextPx(settings, screen)
  const wall = useMemo<Wall>(
    () => ({
      room: { width: screen.width / unitPx, height: screen.height / unitPx },
      unitPx,
      page: 0,
      standing: 'showing',
      unread: none,
      isPreview: true,
      onPages: nothing,
      onCrash: nothing,
    }),
    [screen, unitPx],
  )
  const scale = width / screen.width
  const nearM = ((width * pixelMm) / screenMm(settings.diagonalIn, screen).width) * settings.readerM
  return (
    <>
      <div ref={frame} className="screens-preview" style={{ height: screen.height * scale }} aria-hidden inert>
        <div
          className="wall"
          data-theme={theme}
          style={{
            ['--u' as string]: `${unitPx}px`,
            width: screen.width,
            height: screen.height,
            transform: `scale(${scale})`,
          }}
        >
          <WallContext value={wall}>
            <div className="wall-drift">
              <HealthWall topic={topic} filter={everything} />
            </div>
          </WallContext>
        </div>
      </div>
      <p className="field-help">
        From about {Math.round(nearM * 100)} cm this preview looks as large as the wall does from{' '}
        {metres(settings.readerM)}.
      </p>
    </>
  )
}

function Minutes({ minutes, strong }: { readonly minutes: number; readonly strong: boolean }) {
  const whole = Math.floor(minutes + 0.05)
  if (whole >= leastMinutes) return strong ? <b>{whole}′</b> : `${whole}′`
  return (
    <span className="screens-low">
      <StateMark state="warning" label={`below ${leastMinutes}`} /> {whole}′
    </span>
  )
}

function Sizes({ settings }: { readonly settings: WallSettings }) {
  const { screen } = useScreen()
  const unitPx = smallestTextPx(settings, screen)
  const { readerM } = settings
  const step = readerM >= 2 ? 1 : 0.5
  const distances = [readerM - step, readerM, readerM + step].filter((m) => m > 0)
  return (
    <>
      <table className="screens-sizes">
        <thead>
          <tr>
            <th scope="col">Text</th>
            <th scope="col">Size</th>
            {distances.map((m) => (
              <th key={m} scope="col">
                from {metres(m)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {texts.map(({ name, times }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="dim">{Math.round(times * unitPx)} px</td>
              {distances.map((m) => (
                <td key={m}>
                  <Minutes
                    minutes={minutesOfArc(times * unitPx, { ...settings, readerM: m }, screen)}
                    strong={m === readerM}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="field-help">
        Height of a capital letter in minutes of arc: 20 to 22 reads well, {leastMinutes} is the minimum (ISO 9241-3).
      </p>
    </>
  )
}

export function SeenFrom({ settings }: { readonly settings: WallSettings }) {
  return (
    <aside className="screens-seen" aria-label="Preview">
      <h2>As seen from {metres(settings.readerM)}</h2>
      <Preview settings={settings} />
      <Sizes settings={settings} />
    </aside>
  )
}
