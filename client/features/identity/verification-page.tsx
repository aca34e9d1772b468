import { Link } from 'wouter'
import { ownPath } from '#shared/access/own-path.ts'
import { FlowPage } from './flow-page.tsx'
import { useSelfService } from './use-self-service.ts'

export function VerificationPage() {
  const [state, send] = useSelfService('verification')
  const { params, origin } = state.context
  return (
    <FlowPage title="Verify your account" state={state} send={send}>
      <p>
        <Link className="link" href={ownPath(params.return_to, origin) ?? '/'}>
          Go back
        </Link>
      </p>
    </FlowPage>
  )
}
