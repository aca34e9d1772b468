import { lazy, Suspense } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useClockFormats } from '#client/lib/format-clock.ts'
import { formatSpan } from '#client/lib/format-span.ts'
import type { DigestArea } from '#client/live/away/digest-area.ts'
import { Button } from '#client/ui/button.tsx'
import { useDigest } from './use-digest.ts'

/** Most visits see none. */
const DigestPanel = lazy(async () => ({ default: (await import('#client/ui/digest-panel.tsx')).DigestPanel }))

const recorded = {
  whole: 'everything was recorded',
  partly: 'not everything was recorded',
  difference: 'only the difference between then and now is known',
} as const

/** After an absence of more than a minute: what happened meanwhile, over any page, until the person closes it. */
export function Digest({ areas }: { readonly areas: readonly DigestArea[] }) {
  const { digest, close } = useDigest(areas)
  const { clock: at } = useClockFormats()
  if (digest === null) return null
  const { span } = digest
  const gaps = digest.areas.flatMap((area) => area.gaps)
  const known = digest.areas.some(({ isDifference }) => isDifference)
    ? 'difference'
    : gaps.length > 0
      ? 'partly'
      : 'whole'
  const headline = digest.areas.flatMap(({ news }) => news.headline).join(', ')
  const onlyHref = digest.areas.find(({ news }) => news.onlyHref !== null)?.news.onlyHref ?? null
  return (
    <Suspense>
      <DigestPanel
        title={`${formatSpan(span.toMs - span.fromMs)} away: ${headline}`}
        caption={`${at(span.fromMs)} to ${at(span.toMs)}, ${recorded[known]}`}
        notes={gaps.map((gap) => ({
          key: `${gap.fromMs} ${gap.toMs}`,
          text: `Not recorded from ${at(gap.fromMs)} to ${at(gap.toMs)}. ${gap.reason}`,
        }))}
        lines={digest.areas.flatMap(({ news }) =>
          news.lines.map(({ atMs, isSince, ...line }) => ({
            ...line,
            when: atMs === null ? '' : `${isSince ? 'since ' : ''}${at(atMs)}`,
          })),
        )}
        onClose={close}
        actions={
          onlyHref === null ? null : (
            <Button small onClick={() => navigate(onlyHref)}>
              Show only what changed
            </Button>
          )
        }
      />
    </Suspense>
  )
}
