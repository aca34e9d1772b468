import { useEffect, useRef, useState } from 'react'
import type { LogLines } from './log-lines.ts'
import { nothingFound, searchLog, type Found } from './search-log.ts'

export const useLogSearch = (lines: LogLines, text: string, total: number): { found: Found; error: unknown } => {
  const [state, setState] = useState<{ text: string; found: Found; error: unknown }>({
    text,
    found: nothingFound,
    error: null,
  })
  const known = useRef(state)
  const found = state.text === text ? state.found : nothingFound
  useEffect(() => {
    if (text === '') return undefined
    const before = known.current.text === text ? known.current.found : nothingFound
    const ending = new AbortController()
    const update = (next: Partial<typeof state>) => {
      known.current = { ...known.current, error: null, text, ...next }
      setState(known.current)
    }
    const { signal } = ending
    searchLog(lines, text, before, { signal, total, onFound: (more) => update({ found: more }) }).catch(
      (error: unknown) => {
        if (!signal.aborted) update({ error, found: known.current.text === text ? known.current.found : nothingFound })
      },
    )
    return () => ending.abort()
  }, [lines, text, total])
  return { found: text === '' ? nothingFound : found, error: state.text === text ? state.error : null }
}
