import { useCallback, useState } from 'react'
import { dropDraft, readDraft, writeDraft, type DraftOptions } from './draft.ts'

interface Draft<Value> {
  readonly value: Value
  /** Whether it is something that was typed, here or before a reload, and not `initial`. */
  readonly isDraft: boolean
  readonly change: (value: Value) => void
  /** After it was sent or given up: the form starts anew from `initial`. */
  readonly clear: () => void
}

/**
 * What somebody types into a form, kept until it is sent or given up: it is there again after a reload, a crash, a sign-in
 * or a new build. `options` are read at first, like the initial value of a state; a form about another thing gets another
 * React key.
 */
export const useDraft = <Value>(options: DraftOptions<Value>, initial: Value): Draft<Value> => {
  const [first] = useState(options)
  const [typed, setTyped] = useState(() => readDraft(first))
  const change = useCallback(
    (value: Value) => {
      setTyped(value)
      writeDraft(first, value)
    },
    [first],
  )
  const clear = useCallback(() => {
    setTyped(null)
    dropDraft(first)
  }, [first])
  return { value: typed ?? initial, isDraft: typed !== null, change, clear }
}
