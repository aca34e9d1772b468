import { useMemo } from 'react'

/** What a line of a unified diff is: context, gone, new, or the place that follows. */
const kindOf = (line: string): 'same' | 'gone' | 'new' | 'place' => {
  if (line.startsWith('@@') || line.startsWith('---') || line.startsWith('+++')) return 'place'
  if (line.startsWith('-')) return 'gone'
  return line.startsWith('+') ? 'new' : 'same'
}

/** A unified diff, line by line; the signs say as much as the colours. */
export function DiffView({ diff }: { readonly diff: string }) {
  const lines = useMemo(() => {
    const seen = new Map<string, number>()
    return diff
      .trimEnd()
      .split('\n')
      .map((text) => {
        const times = seen.get(text) ?? 0
        seen.set(text, times + 1)
        return { key: `${times} ${text}`, text, kind: kindOf(text) }
      })
  }, [diff])
  return (
    <div className="diff" role="region" aria-label="Diff">
      {lines.map(({ key, text, kind }) => (
        <span key={key} data-kind={kind}>
          {text}
        </span>
      ))}
    </div>
  )
}
