import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { ownPath } from '#shared/access/own-path.ts'
import { flowPage, flowPages } from '#shared/identity/flow-pages.ts'
import { splitSections } from '#shared/identity/sections.ts'
import type { FieldValues } from '#shared/identity/submission.ts'
import { addressCredentials, forgetAddressCredentials } from '#client/domain/identity/address-credentials.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { FlowPage } from './flow-page.tsx'
import { LinkSignIn } from './link-sign-in.tsx'
import { useSelfService } from './use-self-service.ts'

export function LoginPage() {
  const [credentials] = useState(addressCredentials)
  useEffect(forgetAddressCredentials, [])
  const [isAccepted, setIsAccepted] = useState(credentials === null ? false : null)
  if (credentials !== null && isAccepted === null)
    return <LinkSignIn username={credentials.username} onEnd={setIsAccepted} />
  if (credentials === null || isAccepted !== true) return <LoginFlow />
  return <LoginFlow atOnce={{ method: 'password', identifier: credentials.username, password: credentials.password }} />
}

function LoginFlow({ atOnce }: { readonly atOnce?: FieldValues }) {
  const [state, send] = useSelfService('login', atOnce)
  const { flow, params, origin } = state.context
  const isRefresh = flow?.refresh ?? params.refresh === 'true'
  const isSecondFactor = (flow?.requested_aal ?? params.aal) === 'aal2'
  const back = ownPath(params.return_to ?? flow?.return_to, origin)
  const isFirst = !isRefresh && !isSecondFactor
  const heading = isRefresh
    ? 'Confirm Action'
    : isSecondFactor
      ? 'Two-Factor Authentication'
      : 'Sign In to your account'
  const resetPassword = (
    <Link className="link" href={flowPages.recovery}>
      Reset password
    </Link>
  )
  const lead =
    isFirst && back !== null && back !== '/' ? (
      <>
        You continue to <b>{back.split('?', 1)[0]}</b> after signing in.
      </>
    ) : undefined
  const hasNothingSetUp = isSecondFactor && flow !== null && splitSections(flow.ui.nodes).length === 0
  const hasPassword = flow?.ui.nodes.some(({ attributes }) => 'name' in attributes && attributes.name === 'password')
  return (
    <FlowPage
      title="Sign in"
      heading={heading}
      state={state}
      send={send}
      lead={lead}
      {...(!isSecondFactor && { labelEnds: { password: resetPassword } })}
    >
      {hasNothingSetUp ? (
        <Callout tone="warn" title="No second factor is set up for this account.">
          Add one in your <a href={flowPages.settings}>profile and security settings</a>, or{' '}
          <a href={back ?? '/'}>continue without one</a>.
        </Callout>
      ) : null}
      {isSecondFactor || hasPassword ? null : <p>{resetPassword}</p>}
      {isFirst ? null : (
        <p>
          <a className="link" href={flowPage('logout', { return_to: back ?? undefined })}>
            Sign out
          </a>
        </p>
      )}
    </FlowPage>
  )
}
