import { useEffect, useRef } from 'react'
import { placeMessages } from '#shared/identity/place-messages.ts'
import { splitSections } from '#shared/identity/sections.ts'
import { isButton, isInput } from '#shared/identity/submission.ts'
import type { UiNode } from '#shared/identity/ui-node.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { FlowMessage } from './flow-message.tsx'
import { NextStep } from './next-step.tsx'
import { SectionForm } from './section-form.tsx'
import { Unsent } from './unsent.tsx'
import type { SelfServiceState, SendToFlow } from './use-self-service.ts'

interface FlowFormProps {
  readonly state: SelfServiceState
  readonly send: SendToFlow
  readonly labelEnds?: Readonly<Record<string, React.ReactNode>> | undefined
}

const takesInput = (node: UiNode) => isInput(node) && !isButton(node)

const whereToGoOn = (container: HTMLElement): HTMLInputElement | null => {
  const fields = [...container.querySelectorAll('input')].filter((field) => !field.disabled)
  return (
    fields.find((field) => field.getAttribute('aria-invalid') === 'true') ??
    fields.find((field) => field.value === '') ??
    null
  )
}

export function FlowForm({ state, send, labelEnds }: FlowFormProps) {
  const container = useRef<HTMLDivElement>(null)
  const { flow, typed, submitted, result: response } = state.context
  useEffect(() => {
    if (flow !== null && container.current !== null) whereToGoOn(container.current)?.focus()
  }, [flow])
  if (flow === null) return null
  const messages = placeMessages(flow)
  const sections = splitSections(flow.ui.nodes)
  const primaryAt = Math.max(
    0,
    sections.findIndex(({ nodes }) => nodes.some(takesInput)),
  )
  return (
    <div ref={container} className="flow-form">
      {messages.general.map((message) =>
        message.type === 'error' ? (
          <Callout
            key={message.id}
            tone="bad"
            title={<FlowMessage message={message} />}
            actions={<NextStep flow={flow} message={message} send={send} />}
          />
        ) : (
          <p key={message.id}>{message.text}</p>
        ),
      )}
      {state.matches('submitFailed') && 'reason' in response ? <Unsent reason={response.reason} send={send} /> : null}
      {sections.map((section, index) => (
        <div key={section.id} className="flow-form-section">
          {index > 0 && sections[index - 1]?.nodes.some((node) => isInput(node) && isButton(node)) ? (
            <div className="flow-form-or">or</div>
          ) : null}
          <SectionForm
            section={section}
            nodes={flow.ui.nodes}
            messages={messages}
            typed={typed}
            busy={state.hasTag('busy')}
            submitted={submitted}
            primary={index === primaryAt}
            labelEnds={labelEnds}
            onType={(name, value) => send({ type: 'form.type', name, value })}
            onSubmit={(values) => send({ type: 'form.submit', values })}
          />
        </div>
      ))}
    </div>
  )
}
