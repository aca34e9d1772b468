import { SignUp } from '@clerk/react'
import { routes } from '#client/lib/address/routes.ts'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import './hosted.css'

export function HostedRegistrationPage() {
  return (
    <PlainPage title="Create account">
      <SignUp
        fallback={<SkeletonRows rows={4} />}
        path={routes.registration}
        routing="path"
        signInUrl={routes.login}
        fallbackRedirectUrl={routes.home}
      />
    </PlainPage>
  )
}
