import { Link } from 'wouter'
import { flowPage } from '#shared/identity/flow-pages.ts'
import { FlowPage } from './flow-page.tsx'
import { useSelfService } from './use-self-service.ts'

export function RegistrationPage() {
  const [state, send] = useSelfService('registration')
  const { return_to } = state.context.params
  return (
    <FlowPage title="Create account" state={state} send={send}>
      <p>
        <Link className="link" href={flowPage('login', { return_to })}>
          Sign in
        </Link>{' '}
        if you have an account.
      </p>
    </FlowPage>
  )
}
