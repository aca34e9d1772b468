import { useContext } from 'react'
import type { LiveClient } from '#client/live/live-client.ts'
import { LiveContext } from '#client/live/live-provider.tsx'

export const useLiveClient = (): LiveClient => {
  const client = useContext(LiveContext)
  if (client === null) throw new Error('LiveProvider is missing.')
  return client
}
