import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { toError } from '#shared/primitives/thrown-error.ts'
import type { NodePositions, ShownGraph } from './graph-data.ts'
import { anchored, keepPositions } from './keep-positions.ts'
import { createLayouter } from './lay-out.ts'

interface Laid {
  readonly positions: NodePositions
  readonly arrangement: string
  readonly structure: string
}

interface Around {
  readonly anchors: readonly (string | null)[]
  readonly arrangement: string
}

const toStructure = ({ nodes, edges }: ShownGraph) =>
  JSON.stringify([nodes.map(({ id }) => id), edges.map(({ source, target }) => [source, target])])

/** Existing nodes keep their positions; a new `arrangement` lays the graph out again. */
export const usePositions = (shown: ShownGraph, { anchors, arrangement }: Around) => {
  const [layouter] = useState(createLayouter)
  useEffect(() => layouter.end, [layouter])
  const [laid, setLaid] = useState<Laid | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const structure = useMemo(() => toStructure(shown), [shown])
  const settle = (laidOut: NodePositions, of: Pick<Laid, 'arrangement' | 'structure'>) => {
    setError(null)
    setLaid((before) => {
      if (before === null) return { ...of, positions: laidOut }
      const anchor = anchors.find((id) => id !== null && before.positions.has(id) && laidOut.has(id)) ?? null
      const arrange = before.arrangement === of.arrangement ? keepPositions : anchored
      return { ...of, positions: arrange(before.positions, laidOut, anchor) }
    })
  }
  const fail = (reason: unknown) => setError(toError(reason))
  const layOut = useEffectEvent(() => layouter.layOut(shown))
  const settleLatest = useEffectEvent(settle)
  const failLatest = useEffectEvent(fail)
  useEffect(() => {
    let isWanted = true
    layOut().then(
      (laidOut) => {
        if (isWanted) settleLatest(laidOut, { arrangement, structure })
      },
      (reason: unknown) => {
        if (isWanted) failLatest(reason)
      },
    )
    return () => {
      isWanted = false
    }
  }, [structure, arrangement])
  const retry = () => {
    layouter.layOut(shown).then((laidOut) => settle(laidOut, { arrangement, structure }), fail)
  }
  return { laid, error, retry }
}
