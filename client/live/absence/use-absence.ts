import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useEffectEvent } from 'react'
import { z } from 'zod'
import { absenceMachine, type Moment, type Span } from '#machines/live/absence-machine.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { useLiveClient } from '#client/live/use-live-client.ts'

const seenKey = 'quarterdeck.seen'
const momentSchema = z.object({ browserMs: z.number(), serverMs: z.number() })

/** In session storage, because browsers discard hidden tabs. */
const readSeen = (): Moment | null => {
  try {
    return momentSchema.safeParse(JSON.parse(sessionStorage.getItem(seenKey) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

interface Absence {
  readonly missed: Span | null
  readonly close: () => void
}

export const useAbsence = (onSeen: () => void): Absence => {
  const client = useLiveClient()
  const actor = useActorRef(absenceMachine, { input: { seen: readSeen() } })
  const missed = useSelector(actor, ({ context }) => context.missed)
  const see = useEffectEvent(onSeen)
  useEffect(() => {
    const leave = client.onBeat((isCurrent) => {
      if (!isCurrent || document.visibilityState !== 'visible') return
      actor.send({ type: 'screen.current', at: { browserMs: Date.now(), serverMs: serverNow() } })
      if (actor.getSnapshot().matches('present')) see()
    })
    const keep = () => {
      const { seen: at } = actor.getSnapshot().context
      if (at !== null) sessionStorage.setItem(seenKey, JSON.stringify(at))
    }
    document.addEventListener('visibilitychange', keep)
    window.addEventListener('pagehide', keep)
    return () => {
      leave()
      document.removeEventListener('visibilitychange', keep)
      window.removeEventListener('pagehide', keep)
    }
  }, [client, actor])
  const close = useCallback(() => actor.send({ type: 'digest.close' }), [actor])
  return { missed, close }
}
