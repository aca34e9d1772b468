import { useState } from 'react'
import type { UiText } from '#shared/identity/ui-node.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { useNow } from '#client/lib/time/clock.ts'

const span = (seconds: number): string =>
  seconds > 90 ? formatCount(Math.ceil(seconds / 60), 'minute') : formatCount(seconds, 'second')

export const waitText = (text: string, leftSeconds: number): string =>
  leftSeconds === 0 ? 'You can try again now.' : text.replace(/\d+ (?:second|minute)s?/, span(leftSeconds))

const readRetryAfterSeconds = ({ context }: UiText): number | null => {
  const seconds = context?.['retry_after_seconds']
  return typeof seconds === 'number' && seconds > 0 ? seconds : null
}

function Countdown({ message, seconds }: { readonly message: UiText; readonly seconds: number }) {
  const now = useNow(1_000)
  // Each rejection is a new message object; its countdown starts when it arrives.
  const [arrival, setArrival] = useState({ message, atMs: now })
  if (arrival.message !== message) setArrival({ message, atMs: now })
  const left = Math.max(0, Math.ceil((arrival.atMs + seconds * 1_000 - now) / 1_000))
  return (
    <>
      <span className="visually-hidden">{message.text}</span>
      <span aria-hidden className="tabular">
        {waitText(message.text, left)}
      </span>
    </>
  )
}

export function FlowMessage({ message }: { readonly message: UiText }) {
  const seconds = readRetryAfterSeconds(message)
  return seconds === null ? message.text : <Countdown message={message} seconds={seconds} />
}
