import { UserProfile } from '@clerk/react'
import { Page } from '#client/ui/layout/page.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import './hosted.css'

export function HostedProfilePage() {
  return (
    <Page title="Your profile">
      <div className="hosted-profile">
        <UserProfile fallback={<SkeletonRows rows={4} />} routing="hash" />
      </div>
    </Page>
  )
}
