import { createContext, useContext } from 'react'
import type { SessionActor } from './create-session.ts'

export const SessionContext = createContext<SessionActor | null>(null)

export const useSessionActor = (): SessionActor => {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('SessionContext is missing.')
  return session
}
