import { navigate } from 'wouter/use-browser-location'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { formatSpan } from '#client/lib/time/format-span.ts'
import { Button } from '#client/ui/button.tsx'
import { DigestPanel } from '#client/features/shell/digest-panel.tsx'
import type { DigestNews } from './use-digest.ts'

const recorded = {
  whole: 'fully recorded',
  partly: 'partly recorded',
  difference: 'only the net difference is known',
} as const

interface DigestViewProps {
  readonly digest: DigestNews
  readonly onClose: () => void
}

export function DigestView({ digest, onClose }: DigestViewProps) {
  const { clock: at } = useClockFormats()
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
      onClose={onClose}
      actions={
        onlyHref === null ? null : (
          <Button small onClick={() => navigate(onlyHref)}>
            Show only what changed
          </Button>
        )
      }
    />
  )
}
