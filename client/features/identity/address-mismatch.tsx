import { baseUrlIn, identityBaseUrl } from '#shared/identity/public-address.ts'
import type { Flow } from '#shared/identity/flow.ts'
import { hasOwnIdentityService } from '#client/domain/identity/identity-service.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'

export function AddressMismatch({ flow }: { readonly flow: Flow }) {
  const wanted = identityBaseUrl(window.location.origin)
  const configured = baseUrlIn(flow.ui.action)
  if (hasOwnIdentityService() || configured === null || configured === wanted) return null
  return (
    <Callout tone="warn" title="The sign-in service is configured for another address">
      <p>
        Links in its emails do not open this console. Type the code from the email here instead of following the link.
      </p>
      <p>
        For the administrator: <code>serve.public.base_url</code> is <code>{configured}</code>. For this page it must be{' '}
        <code>{wanted}</code>.
      </p>
    </Callout>
  )
}
