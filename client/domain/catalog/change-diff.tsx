import { useMemo } from 'react'
import { pairLines, readDiff, type DiffLine } from './diff-lines.ts'
import './change-diff.css'

const signs = { same: ' ', gone: '-', new: '+', place: ' ' } as const

const keyed = <T,>(lines: readonly T[]) => lines.map((line, at) => ({ line, key: String(at) }))

function Unified({ lines }: { readonly lines: readonly DiffLine[] }) {
  return keyed(lines).map(({ line: { kind, text, before, after }, key }) => (
    <tr key={key} data-kind={kind}>
      <td className="diff-number">{before}</td>
      <td className="diff-number">{after}</td>
      <td>
        {signs[kind]} {text}
      </td>
    </tr>
  ))
}

function Side({ line, number }: { readonly line: DiffLine | undefined; readonly number: number | undefined }) {
  return (
    <>
      <td className="diff-number">{number}</td>
      <td data-kind={line?.kind ?? 'none'}>{line === undefined ? null : `${signs[line.kind]} ${line.text}`}</td>
    </>
  )
}

function Split({ lines }: { readonly lines: readonly DiffLine[] }) {
  return keyed(pairLines(lines)).map(({ line: { left, right }, key }) => (
    <tr key={key}>
      <Side line={left} number={left?.before} />
      <Side line={right} number={right?.after} />
    </tr>
  ))
}

interface ChangeDiffProps {
  readonly diff: string
  readonly look: 'unified' | 'split'
}

export function ChangeDiff({ diff, look }: ChangeDiffProps) {
  const lines = useMemo(() => readDiff(diff), [diff])
  return (
    <div className="diff" role="region" aria-label="Diff">
      <table data-look={look}>
        <tbody>{look === 'split' ? <Split lines={lines} /> : <Unified lines={lines} />}</tbody>
      </table>
    </div>
  )
}
