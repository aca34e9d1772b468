import { createContext, type ReactNode } from 'react'
import type { LiveClient } from '#client/live/live-client.ts'

export const LiveContext = createContext<LiveClient | null>(null)

export function LiveProvider({ client, children }: { client: LiveClient; children: ReactNode }) {
  return <LiveContext value={client}>{children}</LiveContext>
}
