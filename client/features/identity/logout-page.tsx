import { PlainPage } from '#client/ui/plain-page.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { useSelfService } from './use-self-service.ts'

/** Signs out as soon as it is there, and leads to the sign-in whatever comes of it (ledger AUTH-36). */
export function LogoutPage() {
  useSelfService('logout')
  return (
    <PlainPage title="Signing out …">
      <SkeletonRows rows={2} />
    </PlainPage>
  )
}
