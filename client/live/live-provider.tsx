import { createContext, type ReactNode } from 'react'
import type { LiveClient } from '#client/live/live-client.ts'

export const LiveContext = createContext<LiveClient | null>(null)

/** Gives the tab's one live client to everything below it. */
export function LiveProvider({ client, children }: { client: LiveClient; children: ReactNode }) {
  return <LiveContext value={client}>{children}</LiveContext>
}
