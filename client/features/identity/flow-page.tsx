import { frontendVersion } from '#client/lib/browser/frontend-version.ts'
import { hasOwnIdentityService } from '#client/domain/identity/identity-service.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { AddressMismatch } from './address-mismatch.tsx'
import { FlowForm } from './flow-form.tsx'
import type { SelfServiceState, SendToFlow } from './use-self-service.ts'
import './identity.css'

interface FlowPageProps {
  readonly title: string
  readonly heading?: string
  readonly state: SelfServiceState
  readonly send: SendToFlow
  readonly lead?: React.ReactNode
  readonly labelEnds?: Readonly<Record<string, React.ReactNode>>
  readonly children?: React.ReactNode
}

function NotThere({ state, send }: Pick<FlowPageProps, 'state' | 'send'>) {
  const { result: response, restarts } = state.context
  const reason = 'reason' in response ? response.reason : ''
  if (state.matches('unreachable'))
    return (
      <Callout
        tone="warn"
        title={reason}
        actions={
          <Button small onClick={() => send({ type: 'form.retry' })}>
            Try now
          </Button>
        }
      >
        Retrying every few seconds.
      </Callout>
    )
  if (state.matches('refused'))
    return (
      <Callout
        tone="bad"
        title={reason}
        actions={
          <Button small onClick={() => send({ type: 'flow.restart' })}>
            Start again
          </Button>
        }
      >
        {restarts > 0
          ? 'The sign-in service rejected several new forms. Check that this browser accepts cookies.'
          : null}
      </Callout>
    )
  return <SkeletonRows rows={3} />
}

export function FlowPage({ title, heading, state, send, lead, labelEnds, children }: FlowPageProps) {
  return (
    <PlainPage
      title={title}
      heading={heading}
      foot={
        <>
          <span>Quarterdeck {frontendVersion}</span>
          {hasOwnIdentityService() ? <span>embedded identity</span> : null}
        </>
      }
    >
      {lead === undefined ? null : <p>{lead}</p>}
      {state.hasTag('form') ? (
        <FlowForm state={state} send={send} labelEnds={labelEnds} />
      ) : (
        <NotThere state={state} send={send} />
      )}
      {children}
      {state.context.flow === null ? null : <AddressMismatch flow={state.context.flow} />}
    </PlainPage>
  )
}
