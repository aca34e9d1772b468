import { SignIn } from '@clerk/react'
import { routes } from '#client/lib/address/routes.ts'
import { Modal } from '#client/ui/layout/modal.tsx'

/** Over the open page, which keeps its input. The provider's own modal would lose the focus to an open one of the page. */
export function SignInAgain({ onClose }: { readonly onClose: () => void }) {
  const here = `${window.location.pathname}${window.location.search}`
  return (
    <Modal title="Sign in again" size="small" onClose={onClose}>
      <SignIn routing="hash" signUpUrl={routes.registration} forceRedirectUrl={here} />
    </Modal>
  )
}
