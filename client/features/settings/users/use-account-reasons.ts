import { accountRights, type AccountRight } from '#shared/access/account-rights.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'

const useReason = (right: AccountRight): string | undefined => {
  const { action, resource, object } = accountRights[right]
  return useAllowed(action, resource, { object }).reason
}

export type AccountReasons = Readonly<Record<AccountRight, string | undefined>>

export const useAccountReasons = (): AccountReasons => ({
  account: useReason('account'),
  change: useReason('change'),
  remove: useReason('remove'),
  roles: useReason('roles'),
})
