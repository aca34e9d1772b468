import { formatDuration } from '#shared/primitives/duration.ts'
import type { Endpoint } from './endpoint.ts'

const byStep: Readonly<Record<string, (time: string) => string>> = {
  Read: (time) => `The connection and its secrets could not be read within ${time}.`,
  'Name resolved': (time) => `The name server did not answer within ${time}.`,
  Connected: (time) =>
    `Nothing accepted the connection within ${time}: the machine may be off, or a firewall may be in between.`,
  TLS: (time) => `It accepted the connection and did not begin TLS within ${time}: it may not speak TLS on this port.`,
  Sent: (time) =>
    `It accepted the connection and did not confirm the message within ${time}: the message may arrive all the same.`,
}

export const overdue = (step: string, endpoint: Endpoint | undefined, timeoutMs: number): string => {
  const time = formatDuration(timeoutMs)
  const message = Object.hasOwn(byStep, step) ? byStep[step]?.(time) : undefined
  if (message !== undefined) return message
  return endpoint === undefined
    ? `No answer within ${time}.`
    : `It accepted the connection and did not answer within ${time}.`
}
