import { useQuery } from '@tanstack/react-query'
import { validateGrantChange } from '#shared/access/grant-change.ts'
import type { GrantChange } from '#shared/access/grant-effect.ts'
import { toActor } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { isBackendEmbedded } from '#client/domain/identity/user-accounts.ts'
import { everybodyQuery } from './permissions-api.ts'

export const useGrantRejection = (nowMs: number): ((change: GrantChange) => string | undefined) => {
  const session = useSession()
  const { data } = useQuery({ ...everybodyQuery, enabled: isBackendEmbedded() })
  return (change) =>
    session === undefined || data === undefined
      ? undefined
      : (validateGrantChange(toActor(session), change, data, nowMs) ?? undefined)
}
