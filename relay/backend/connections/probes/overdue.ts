import { formatDuration } from '#shared/primitives/duration.ts'
import type { Endpoint } from '#relay/backend/clients/run/endpoint.ts'

const byStep: Readonly<Record<string, (time: string) => string>> = {
  Read: (time) => `Could not read the connection and its secrets within ${time}.`,
  'Name resolved': (time) => `No response from the name server within ${time}.`,
  Connected: (time) => `Could not connect within ${time}. The host may be down or a firewall may block the port.`,
  TLS: (time) => `Connected, but TLS was not established within ${time}. The port may not use TLS.`,
  Sent: (time) => `Connected, but the message was not confirmed within ${time}. It may still be delivered.`,
}

export const overdue = (step: string, endpoint: Endpoint | undefined, timeoutMs: number): string => {
  const time = formatDuration(timeoutMs)
  const message = Object.hasOwn(byStep, step) ? byStep[step]?.(time) : undefined
  if (message !== undefined) return message
  return endpoint === undefined ? `No response within ${time}.` : `Connected, but no response within ${time}.`
}
