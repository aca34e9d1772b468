import { useMemo } from 'react'
import { lineDiff } from './line-diff.ts'
import './text-diff.css'

interface TextDiffProps {
  readonly label: string
  readonly before: string
  readonly after: string
}

const signs = { same: ' ', added: '+', removed: '-' } as const

export function TextDiff({ label, before, after }: TextDiffProps) {
  const { lines, added, removed } = useMemo(() => lineDiff(before, after), [before, after])
  return (
    <section className="text-diff" aria-label={label}>
      <header>
        <b>{label}</b> <span className="tabular">{`+${added} −${removed}`}</span>
      </header>
      <ol>
        {lines.map((line) =>
          line.kind === 'skipped' ? (
            <li key={`skipped ${line.at}`} data-is="skipped">
              {line.count} unchanged lines
            </li>
          ) : (
            <li key={`${line.kind} ${line.at}`} data-is={line.kind}>
              <span aria-hidden>{signs[line.kind]}</span> {line.text}
            </li>
          ),
        )}
      </ol>
    </section>
  )
}
