import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { ownPath } from '#shared/access/own-path.ts'
import { linkSignInMachine } from '#machines/identity/link-sign-in-machine.ts'
import { findWallParam } from '#client/lib/address/wall-address.ts'
import { Button } from '#client/ui/button.tsx'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'
import { readFlowParams } from './use-self-service.ts'

interface LinkSignInProps {
  readonly username: string
  readonly onEnd: (isAccepted: boolean) => void
}

const leadsToWall = (): boolean => {
  const to = ownPath(readFlowParams(window.location.search).return_to, window.location.origin)
  if (to === null) return false
  const { pathname, search } = new URL(to, window.location.origin)
  return findWallParam(pathname, search) !== null
}

/** Ledger AUTH-19: wall screens continue without confirmation. */
export function LinkSignIn({ username, onEnd }: LinkSignInProps) {
  const [state, send] = useMachine(linkSignInMachine, { input: { isWall: leadsToWall() } })
  useEffect(() => {
    const report = () => send({ type: document.visibilityState === 'hidden' ? 'tab.hide' : 'tab.show' })
    report()
    document.addEventListener('visibilitychange', report)
    return () => document.removeEventListener('visibilitychange', report)
  }, [send])
  const isDone = state.status === 'done'
  const isAccepted = state.matches('accepted')
  useEffect(() => {
    if (isDone) onEnd(isAccepted)
  }, [isDone, isAccepted, onEnd])
  const isCounting = state.matches('counting')
  return (
    <PlainPage title="Sign in" heading={`Sign in as ${username}?`}>
      <p>
        This link signs this browser in as <b>{username}</b>. All further actions are recorded under that name.
      </p>
      {isCounting ? (
        <p className="tabular">This screen signs in automatically in {state.context.secondsLeft} s.</p>
      ) : null}
      <div className="plain-page-actions">
        <Button look="primary" onClick={() => send({ type: 'link.accept' })}>
          Sign in
        </Button>
        <Button onClick={() => send({ type: 'link.decline' })}>Use another account</Button>
      </div>
    </PlainPage>
  )
}
