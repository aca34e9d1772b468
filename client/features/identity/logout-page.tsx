import { useEffect } from 'react'
import { dropDrafts } from '#client/lib/drafts/draft.ts'
import { beginSignOut } from '#client/domain/identity/pending-sign-out.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { useSelfService } from './use-self-service.ts'

/** Until the logout succeeds, other pages of this browser redirect here. */
export function LogoutPage() {
  const [state, send] = useSelfService('logout')
  useEffect(() => {
    beginSignOut()
    dropDrafts()
  }, [])
  const { result: response } = state.context
  const reason = 'reason' in response ? response.reason : ''
  const isRejected = state.matches('refused')
  if (reason === '' || state.matches('leaving'))
    return (
      <PlainPage title="Signing out …">
        <SkeletonRows rows={2} />
      </PlainPage>
    )
  return (
    <PlainPage title="You are still signed in">
      <Callout
        tone="bad"
        title={reason}
        actions={
          <Button small onClick={() => send({ type: isRejected ? 'flow.restart' : 'form.retry' })}>
            Try now
          </Button>
        }
      >
        {isRejected
          ? 'The sign-in service rejects the sign-out. Until it accepts it, only clearing this site’s cookies signs this browser out.'
          : 'Signing out is retried every few seconds. Keep this page open until then; other pages of the console redirect here.'}
      </Callout>
    </PlainPage>
  )
}
