import { useProviderStatus } from './use-provider-status.ts'

/**
 * The provider's components read its status only while rendering. Without a re-render on status changes they can
 * miss the end of loading.
 */
export function FollowProvider({ children }: { readonly children: () => React.ReactNode }) {
  useProviderStatus()
  return children()
}
