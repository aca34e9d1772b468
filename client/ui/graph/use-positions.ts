import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { NodePositions, ShownGraph } from './graph-data.ts'
import { anchored, keepPositions } from './keep-positions.ts'
import { createLayouter } from './lay-out.ts'

interface Laid {
  readonly positions: NodePositions
  /** The arrangement and the nodes and edges that these places are of. */
  readonly arrangement: string
  readonly structure: string
}

interface Around {
  /** Who stays where it is while the others move, by preference. */
  readonly anchors: readonly (string | null)[]
  readonly arrangement: string
}

const toStructure = ({ nodes, edges }: ShownGraph) =>
  JSON.stringify([nodes.map(({ id }) => id), edges.map(({ source, target }) => [source, target])])

const toError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))

/**
 * Where the nodes of a graph are: null until the first layout is done. Nodes that come and go leave the others where they are; another
 * `arrangement`, which is one that a person asked for, is laid out anew around the first of `anchors` that was there.
 */
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
