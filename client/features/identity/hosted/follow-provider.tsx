import { useProviderStatus } from './use-provider-status.ts'

/**
 * Draws `children` anew whenever the provider's script fares otherwise. The provider's own parts look at it only while they
 * are drawn, and it may have finished loading between that and their listening: without this they would wait for ever.
 */
export function FollowProvider({ children }: { readonly children: () => React.ReactNode }) {
  useProviderStatus()
  return children()
}
