import { OrganizationSwitcher, UserButton } from '@clerk/react'
import { Download } from '@blueprintjs/icons'
import { hostedRoutes, routes } from '#client/lib/address/routes.ts'
import './hosted.css'

export function AccountBar({ onKubeconfig }: { readonly onKubeconfig: () => void }) {
  return (
    <div className="hosted-tools">
      <OrganizationSwitcher
        hidePersonal
        afterSelectOrganizationUrl={hostedRoutes.organisationSwitched}
        afterCreateOrganizationUrl={hostedRoutes.organisationSwitched}
        afterLeaveOrganizationUrl={hostedRoutes.organisationSwitched}
      />
      <UserButton userProfileMode="navigation" userProfileUrl={routes.profile}>
        <UserButton.MenuItems>
          <UserButton.Action label="Download kubeconfig" labelIcon={<Download />} onClick={onKubeconfig} />
        </UserButton.MenuItems>
      </UserButton>
    </div>
  )
}
