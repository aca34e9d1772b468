import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Places, ShownGraph } from './graph-data.ts'
import { anchored, keepPlaces } from './keep-places.ts'
import { createLayouter } from './lay-out.ts'

interface Laid {
  readonly places: Places
  /** The arrangement and the nodes and edges that these places are of. */
  readonly arrangement: string
  readonly structure: string
}

interface Around {
  /** Who stays where it is while the others move, by preference. */
  readonly anchors: readonly (string | null)[]
  readonly arrangement: string
}

const structureOf = ({ nodes, edges }: ShownGraph) =>
  JSON.stringify([nodes.map(({ id }) => id), edges.map(({ source, target }) => [source, target])])

const errorOf = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))

/**
 * Where the nodes of a graph are: null until the first layout is done. Nodes that come and go leave the others where they are; another
 * `arrangement`, which is one that a person asked for, is laid out anew around the first of `anchors` that was there.
 */
export const usePlaces = (shown: ShownGraph, { anchors, arrangement }: Around) => {
  const [layouter] = useState(createLayouter)
  useEffect(() => layouter.end, [layouter])
  const [laid, setLaid] = useState<Laid | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const structure = useMemo(() => structureOf(shown), [shown])
  const settle = (laidOut: Places, of: Pick<Laid, 'arrangement' | 'structure'>) => {
    setError(null)
    setLaid((before) => {
      if (before === null) return { ...of, places: laidOut }
      const anchor = anchors.find((id) => id !== null && before.places.has(id) && laidOut.has(id)) ?? null
      const arrange = before.arrangement === of.arrangement ? keepPlaces : anchored
      return { ...of, places: arrange(before.places, laidOut, anchor) }
    })
  }
  const fail = (reason: unknown) => setError(errorOf(reason))
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
