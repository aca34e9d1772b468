import { Counter, Gauge, type Registry } from 'prom-client'
import type { FeedMessage } from '#shared/live/messages.ts'
import type { PollOutcome } from '#relay/live/topic-feed.ts'

/** What the live part counts for `/metrics`. */
export interface LiveMetrics {
  readonly polled: (topic: string, outcome: PollOutcome) => void
  readonly sent: (message: FeedMessage, viewers: number) => void
  readonly slow: () => void
  readonly refused: (code: string) => void
}

/** What is asked when the metrics are read. */
interface LiveReadings {
  readonly feeds: () => number
  readonly viewers: () => number
  /** Written to all sockets so far, those that are closed included. */
  readonly bytes: () => number
}

export const createLiveMetrics = (registry: Registry, read: LiveReadings): LiveMetrics => {
  const registers = [registry]
  const gauge = (name: string, help: string, reading: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(reading())
      },
    })
  gauge('quarterdeck_live_feeds', 'Feeds that run now.', read.feeds)
  gauge('quarterdeck_live_viewers', 'Connected sockets.', read.viewers)
  const polls = new Counter({
    name: 'quarterdeck_live_polls_total',
    help: 'Questions to sources, by topic and outcome.',
    labelNames: ['topic', 'outcome'],
    registers,
  })
  const messages = new Counter({
    name: 'quarterdeck_live_messages_total',
    help: 'Messages handed to sockets, by kind.',
    labelNames: ['kind'],
    registers,
  })
  const bytes = new Counter({
    name: 'quarterdeck_live_bytes_total',
    help: 'Bytes written to sockets.',
    registers,
    collect: () => {
      bytes.reset()
      bytes.inc(read.bytes())
    },
  })
  const slow = new Counter({
    name: 'quarterdeck_live_slow_total',
    help: 'Times that a socket did not take its messages and was set aside.',
    registers,
  })
  const refusals = new Counter({
    name: 'quarterdeck_live_refusals_total',
    help: 'Refused connections and subscriptions, by code.',
    labelNames: ['code'],
    registers,
  })
  return {
    polled: (topic, outcome) => polls.inc({ topic, outcome }),
    sent: (message, count) => messages.inc({ kind: message.kind }, count),
    slow: () => slow.inc(),
    refused: (code) => refusals.inc({ code }),
  }
}
