import type { Flow } from '#shared/identity/flow.ts'
import { flowPage } from '#shared/identity/flow-pages.ts'
import type { UiText } from '#shared/identity/ui-node.ts'
import { Button } from '#client/ui/button.tsx'
import type { SendToFlow } from './use-self-service.ts'

const unnamedError = 4_000_001
const notVerified = 4_000_010

interface NextStepProps {
  readonly flow: Flow
  readonly message: UiText
  readonly send: SendToFlow
}

export function NextStep({ flow, message, send }: NextStepProps) {
  if (message.id === notVerified)
    return (
      <a className="bp6-button bp6-small" href={flowPage('verification', { return_to: flow.return_to ?? undefined })}>
        Verify your address
      </a>
    )
  // After too many wrong codes the service rejects even the right one.
  if (message.id === unnamedError && flow.state === 'sent_email')
    return (
      <Button small onClick={() => send({ type: 'flow.restart' })}>
        Start again
      </Button>
    )
  return null
}
