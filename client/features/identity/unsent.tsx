import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import type { SendToFlow } from './use-self-service.ts'

interface UnsentProps {
  readonly reason: string
  readonly bar?: boolean
  readonly send: SendToFlow
}

export function Unsent({ reason, bar = false, send }: UnsentProps) {
  return (
    <Callout
      tone="bad"
      bar={bar}
      title={reason}
      actions={
        <Button small onClick={() => send({ type: 'form.retry' })}>
          Send again
        </Button>
      }
    >
      Your input is not lost.
    </Callout>
  )
}
