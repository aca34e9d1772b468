import { SignIn } from '@clerk/react'
import { ownPath } from '#shared/access/own-path.ts'
import { useQueryParams } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import './hosted.css'

export function HostedLoginPage() {
  const to = ownPath(useQueryParams().get('return_to'), window.location.origin) ?? routes.home
  return (
    <PlainPage title="Sign in" heading="Sign In to your account">
      <SignIn
        fallback={<SkeletonRows rows={4} />}
        path={routes.login}
        routing="path"
        signUpUrl={routes.registration}
        fallbackRedirectUrl={to}
      />
    </PlainPage>
  )
}
