import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TestDestination } from '#shared/connections/connection-test.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { testDestinationQuery } from './connections-api.ts'

interface TestMessageProps {
  readonly id: string
  readonly missing: string | undefined
  readonly isTesting: boolean
  readonly onSend: (recipient: string) => void
}

interface WhereToProps {
  readonly to: TestDestination
  readonly chosen: string
}

function WhereTo({ to: { service, server, recipient }, chosen }: WhereToProps) {
  const reached = chosen || recipient?.value || recipient?.whenEmpty
  return (
    <p>
      <b>A real message will be sent</b>
      {recipient === null || !reached ? null : (
        <>
          {' '}
          to {recipient.label.toLowerCase()} <span className="mono">{reached}</span>
        </>
      )}{' '}
      through {service} at <span className="mono">{server}</span>. It is marked as a test, with the sender and time.
    </p>
  )
}

const emptyMeans = ({ value, whenEmpty }: NonNullable<TestDestination['recipient']>): string => {
  const usual = value || whenEmpty
  const only = 'Applies to this message only.'
  return usual ? `${only} If left empty, it goes to ${usual}.` : only
}

export function TestMessage({ id, missing, isTesting, onSend }: TestMessageProps) {
  const { data: to, error } = useQuery(testDestinationQuery(id))
  const [typed, setTyped] = useState<string>()
  if (error !== null) return <ErrorPanel error={error} detailsHidden />
  if (to === undefined) return <p role="status">Loading destination of this connection …</p>
  const { recipient } = to
  const chosen = (typed ?? recipient?.value ?? '').trim()
  const lacks =
    recipient?.isChosen === true && chosen === '' && recipient.whenEmpty === null && recipient.value === ''
      ? `${recipient.label} is required.`
      : undefined
  return (
    <form
      className="connection-form"
      aria-label="Test message"
      onSubmit={(event) => {
        event.preventDefault()
        if (missing === undefined && lacks === undefined && !isTesting) onSend(chosen)
      }}
    >
      <WhereTo to={to} chosen={chosen} />
      {recipient?.isChosen !== true ? null : (
        <Field label={recipient.label} help={emptyMeans(recipient)}>
          {({ id: inputId, describedBy }) => (
            <input
              id={inputId}
              aria-describedby={describedBy}
              className="bp6-input mono"
              autoComplete="off"
              spellCheck={false}
              maxLength={500}
              value={typed ?? recipient.value}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <div>
        <Button type="submit" look="primary" busy={isTesting} disabledReason={missing ?? lacks}>
          Send test message
        </Button>
      </div>
    </form>
  )
}
