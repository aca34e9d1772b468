import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useSessionActor } from './session-context.ts'

export const useSessionState = () => {
  const session = useSessionActor()
  const [location] = useLocation()
  const [first] = useState(() => {
    session.start()
    return location
  })
  useEffect(() => session.send({ type: 'session.retry' }), [session])
  useEffect(() => {
    if (location !== first) session.send({ type: 'page.change' })
  }, [session, location, first])
  return useSelector(session, (state) => state)
}
