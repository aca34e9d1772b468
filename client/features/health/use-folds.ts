import { useCallback, useState } from 'react'
import type { CheckGroup } from '#shared/health/check-groups.ts'

const fewChecks = 40

interface Folds {
  readonly open: ReadonlyMap<string, boolean>
  readonly whole: ReadonlySet<string>
}

const needsEyes = ({ roll }: CheckGroup) => roll.state !== 'healthy' || roll.stale > 0

/** A group that opened automatically stays open when it recovers, so that the row being watched does not disappear. */
export const useFolds = (groups: readonly CheckGroup[], checks: number) => {
  const [{ open, whole }, setFolds] = useState<Folds>({ open: new Map(), whole: new Set() })
  const news = groups.filter((group) => needsEyes(group) && !open.has(group.key))
  if (news.length > 0) setFolds({ open: new Map([...open, ...news.map(({ key }) => [key, true] as const)]), whole })

  const isOpen = useCallback(
    (group: CheckGroup) => open.get(group.key) ?? (checks <= fewChecks || needsEyes(group)),
    [open, checks],
  )
  const isWhole = useCallback((group: CheckGroup) => whole.has(group.key), [whole])
  const [turns, setTurns] = useState(0)
  const toggle = (key: string, isNowOpen: boolean) => {
    setFolds((folds) => ({ ...folds, open: new Map([...folds.open, [key, !isNowOpen]]) }))
    setTurns((count) => count + 1)
  }
  const toggleRest = (key: string) => {
    setFolds((folds) => {
      const next = new Set(folds.whole)
      if (!next.delete(key)) next.add(key)
      return { ...folds, whole: next }
    })
    setTurns((count) => count + 1)
  }
  return { isOpen, isWhole, toggle, toggleRest, view: turns }
}
