import { Clerk } from '@clerk/clerk-js/no-rhc'
import { ClerkProvider, SignIn } from '@clerk/react'
import { ui } from '@clerk/ui/no-rhc'
import { Route, Switch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { hostedRoutes, routes } from '#client/lib/address/routes.ts'
import { Modal } from '#client/ui/layout/modal.tsx'
import { AccountBar } from './account-bar.tsx'
import { appearance } from './appearance.ts'
import { FollowProvider } from './follow-provider.tsx'
import { HostedGate } from './hosted-gate.tsx'
import { HostedLoginPage } from './hosted-login-page.tsx'
import { HostedRegistrationPage } from './hosted-registration-page.tsx'
import { HostedLogoutPage, OrganisationSwitchedPage } from './leaving-pages.tsx'
import { StateCheckerPage } from './state-checker-page.tsx'

const read = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''

const readHostedSettings = () => {
  const path = read('hosted-path')
  return { publishableKey: read('hosted-key'), ...(path !== '' && { proxyUrl: window.location.origin + path }) }
}

// The provider documents passing the class; its type declaration lacks two fields.
const BundledClerk = Clerk as unknown as NonNullable<React.ComponentProps<typeof ClerkProvider>['Clerk']>

type Account = (actions: { readonly onKubeconfig: () => void }) => React.ReactNode

const push = (to: string) => navigate(to)
const replace = (to: string) => navigate(to, { replace: true })
const account: Account = (actions) => <AccountBar {...actions} />

/** Over the open page, which keeps its input. The provider's own modal would lose the focus to an open one of the page. */
const renderSignIn = (onClose: () => void) => (
  <Modal title="Sign in again" size="small" onClose={onClose}>
    <SignIn
      routing="hash"
      signUpUrl={routes.registration}
      forceRedirectUrl={`${window.location.pathname}${window.location.search}`}
    />
  </Modal>
)

interface HostedFrameProps {
  readonly children: (account: Account, signIn: typeof renderSignIn) => React.ReactNode
}

export function HostedFrame({ children }: HostedFrameProps) {
  return (
    <ClerkProvider
      {...readHostedSettings()}
      Clerk={BundledClerk}
      ui={ui}
      signInUrl={routes.login}
      signUpUrl={routes.registration}
      afterSignOutUrl={routes.logout}
      routerPush={push}
      routerReplace={replace}
      appearance={appearance}
    >
      <FollowProvider>
        {() => (
          <Switch>
            <Route path={`${routes.login}/*?`}>
              <HostedLoginPage />
            </Route>
            <Route path={`${routes.registration}/*?`}>
              <HostedRegistrationPage />
            </Route>
            <Route path={routes.logout}>
              <HostedLogoutPage />
            </Route>
            <Route path={hostedRoutes.organisationSwitched}>
              <OrganisationSwitchedPage />
            </Route>
            <Route path={hostedRoutes.stateChecker}>
              <StateCheckerPage />
            </Route>
            <Route>
              <HostedGate>{children(account, renderSignIn)}</HostedGate>
            </Route>
          </Switch>
        )}
      </FollowProvider>
    </ClerkProvider>
  )
}
