import { OrganizationList, useUser } from '@clerk/react'
import { hostedRoutes, routes } from '#client/lib/address/routes.ts'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { withoutHeader } from './appearance.ts'
import './hosted.css'

const heading = (
  <>
    Choose an organization
    <span>to continue to Quarterdeck</span>
  </>
)

export function ChooseOrganisationPage() {
  const { user } = useUser()
  return (
    <PlainPage title="Choose an organization" heading={heading}>
      <OrganizationList
        fallback={<SkeletonRows rows={4} />}
        hidePersonal
        afterSelectOrganizationUrl={hostedRoutes.organisationSwitched}
        afterCreateOrganizationUrl={hostedRoutes.organisationSwitched}
        appearance={withoutHeader}
      />
      <div className="hosted-person">
        <span className="cut">{user?.primaryEmailAddress?.emailAddress ?? user?.fullName}</span>
        <a className="link" href={routes.logout}>
          Sign out
        </a>
      </div>
    </PlainPage>
  )
}
