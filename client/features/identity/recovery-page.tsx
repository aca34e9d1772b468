import { Link } from 'wouter'
import { flowPage } from '#shared/identity/flow-pages.ts'
import { FlowPage } from './flow-page.tsx'
import { useSelfService } from './use-self-service.ts'

export function RecoveryPage() {
  const [state, send] = useSelfService('recovery')
  const { return_to } = state.context.params
  return (
    <FlowPage title="Recover account" state={state} send={send}>
      <p>
        <Link className="link" href={flowPage('login', { return_to })}>
          Go back
        </Link>
      </p>
    </FlowPage>
  )
}
