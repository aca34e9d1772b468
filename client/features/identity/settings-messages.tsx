import { useEffect, useState } from 'react'
import { placeMessages } from '#shared/identity/place-messages.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { FlowMessage } from './flow-message.tsx'
import { Unsent } from './unsent.tsx'
import type { SelfServiceState, SendToFlow } from './use-self-service.ts'

const messageStaysMs = 10_000

export function SettingsMessages({ state, send }: { readonly state: SelfServiceState; readonly send: SendToFlow }) {
  const { flow, result: response } = state.context
  const [dismissed, setDismissed] = useState<typeof flow>(null)
  useEffect(() => {
    const timer = setTimeout(() => setDismissed(flow), messageStaysMs)
    return () => clearTimeout(timer)
  }, [flow])
  if (state.matches('submitFailed') && 'reason' in response) return <Unsent bar reason={response.reason} send={send} />
  if (flow === null || dismissed === flow) return null
  return placeMessages(flow).general.map((message) => (
    <Callout
      key={message.id}
      tone={message.type === 'error' ? 'bad' : 'info'}
      bar
      title={<FlowMessage message={message} />}
    />
  ))
}
