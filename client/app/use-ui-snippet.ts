import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { localSnippet, snippetRoute } from '#shared/settings/ui-snippet.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { propertiesQuery } from '#client/api/session/feature-flags.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { warn } from '#client/lib/browser/log.ts'
import { isBackendEmbedded } from '#client/domain/identity/user-accounts.ts'

const moduleSchema = z.object({
  default: z.custom<(context: object) => unknown>((value) => typeof value === 'function'),
})

const load = (): Promise<unknown> => import(/* @vite-ignore */ snippetRoute.path)

const ranFor = new Set<string>()

/** Security: only a local property of the relay's own backend is run (ledger PERM-61). */
export const useUiSnippet = (loadModule: () => Promise<unknown> = load): void => {
  const { data: properties = [] } = useQuery(propertiesQuery)
  const user = useSession()?.user
  const isThere = isBackendEmbedded() && localSnippet(properties) !== null
  useEffect(() => {
    if (!isThere || user === undefined || ranFor.has(user.id)) return
    ranFor.add(user.id)
    loadModule()
      .then((module) => moduleSchema.parse(module).default({ user, organization: null }))
      .catch((error: unknown) => warn(`UI snippet failed: ${toErrorMessage(error)}`))
  }, [isThere, user, loadModule])
}
