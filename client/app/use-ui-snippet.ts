import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { localSnippet, snippetRoute } from '#shared/settings/ui-snippet.ts'
import { propertiesQuery } from '#client/api/session/feature-flags.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { warn } from '#client/lib/browser/log.ts'
import { isBackendEmbedded } from '#client/domain/identity/user-accounts.ts'

const moduleSchema = z.object({
  default: z.custom<(context: object) => unknown>((value) => typeof value === 'function'),
})

const load = (): Promise<unknown> => import(/* @vite-ignore */ snippetRoute.path)

/** For whom it ran in this page, which is loaded anew when somebody else signs in. */
const ranFor = new Set<string>()

/**
 * Runs the operator's snippet once, with who is signed in (ledger PERM-61): only where the relay's own backend has it of a local
 * property. One that fails is a word in the browser's console and nothing on the page.
 */
export const useUiSnippet = (loadModule: () => Promise<unknown> = load): void => {
  const { data: properties = [] } = useQuery(propertiesQuery)
  const user = useSession()?.user
  const isThere = isBackendEmbedded() && localSnippet(properties) !== null
  useEffect(() => {
    if (!isThere || user === undefined || ranFor.has(user.id)) return
    ranFor.add(user.id)
    loadModule()
      .then((module) => moduleSchema.parse(module).default({ user, organization: null }))
      .catch((error: unknown) =>
        warn(`The UI snippet failed: ${error instanceof Error ? error.message : String(error)}`),
      )
  }, [isThere, user, loadModule])
}
