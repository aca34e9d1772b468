import { Cross } from '@blueprintjs/icons'
import type { LogLine } from '#shared/logs/log-routes.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { plainText } from '#client/lib/text/ansi-segments.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'

interface LogSelectionProps {
  readonly lines: readonly LogLine[]
  readonly clock: (atMs: number) => string
  readonly actions: React.ReactNode
  readonly onClear: () => void
}

const formatLine = ({ timestamp, message, labels }: LogLine): string =>
  [timestamp, labels['level']?.toUpperCase() ?? '', plainText(message)].filter(Boolean).join(' ')

export function LogSelection({ lines, clock, actions, onClear }: LogSelectionProps) {
  const times = lines.map(({ timestamp }) => timestamp).filter(Boolean)
  const [newest = '', oldest = ''] = [times.at(0), times.at(-1)]
  const span = newest === '' ? '' : `${clock(Date.parse(oldest))} to ${clock(Date.parse(newest))}`
  return (
    <section className="log-selection" aria-label="Selected lines">
      <b>{formatCount(lines.length, 'line')}</b>
      <span className="dim tabular">{span}</span>
      <CopyButton text={lines.toReversed().map(formatLine).join('\n')}>Copy</CopyButton>
      {actions}
      <Button look="minimal" small icon={<Cross size={14} />} aria-label="Clear selection" onClick={onClear} />
    </section>
  )
}
