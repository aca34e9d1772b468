import { ClerkProvider, SignIn } from '@clerk/react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { FollowProvider } from './follow-provider.tsx'

type ProviderScript = NonNullable<React.ComponentProps<typeof ClerkProvider>['Clerk']>

class QuickScript {
  loaded = false
  get status() {
    return this.loaded ? 'ready' : 'loading'
  }
  load = async () => {
    this.loaded = true
  }
  on = vi.fn<() => void>()
  off = vi.fn<() => void>()
  addListener = () => () => undefined
  mountSignIn = (container: HTMLElement) => container.append('the provider’s form')
  unmountSignIn = vi.fn<() => void>()
  __internal_updateProps = vi.fn<() => void>()
}

test('shows the sign-in of a provider that loaded before the listener was added', async () => {
  // Outside of `act`, effects run after paint, so promises settle before them.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(
    <ClerkProvider publishableKey="pk_test_Y2xlcmsuZXhhbXBsZSQ" Clerk={QuickScript as unknown as ProviderScript}>
      <FollowProvider>{() => <SignIn routing="hash" fallback="waiting" />}</FollowProvider>
    </ClerkProvider>,
  )
  await vi.waitFor(() => expect(container.textContent).toContain('the provider’s form'))
  root.unmount()
  container.remove()
})
