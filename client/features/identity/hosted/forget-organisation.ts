import type { QueryClient } from '@tanstack/react-query'
import { dropDrafts } from '#client/lib/drafts/draft.ts'
import type { LiveClient } from '#client/live/live-client.ts'

/** The full page load clears the memory of everything that was read before. */
export const forgetOrganisation = (queryClient: QueryClient, live: LiveClient, to: string): void => {
  live.close()
  queryClient.clear()
  dropDrafts()
  sessionStorage.clear()
  window.location.replace(to)
}
