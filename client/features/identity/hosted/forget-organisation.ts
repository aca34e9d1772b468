import type { QueryClient } from '@tanstack/react-query'
import { dropDrafts } from '#client/lib/drafts/draft.ts'
import type { LiveClient } from '#client/live/live-client.ts'

/**
 * Lets go of all that this tab holds of an organisation: answers, topics, drafts, what was seen last. The page is then loaded
 * anew at `to`, so that nothing that was read before is in its memory either.
 */
export const forgetOrganisation = (queryClient: QueryClient, live: LiveClient, to: string): void => {
  live.close()
  queryClient.clear()
  dropDrafts()
  sessionStorage.clear()
  window.location.replace(to)
}
