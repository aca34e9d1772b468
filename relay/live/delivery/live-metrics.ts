import { Counter, Gauge, type Registry } from 'prom-client'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { RoomObserver } from './feed-room.ts'
import type { PollOutcome } from '#relay/live/feeds/feed-poll.ts'

interface LiveMetrics extends RoomObserver {
  readonly polled: (topic: string, outcome: PollOutcome) => void
  readonly rejected: (code: string) => void
  readonly stop: () => void
}

export interface LiveReadings {
  readonly feeds: () => number
  readonly viewers: () => number
  readonly sessions: () => number
  readonly bytes: () => number
  readonly waitingBytes: () => { readonly all: number; readonly most: number }
  readonly aside: () => { readonly count: number; readonly longestS: number }
  readonly lagVersions: () => number
  readonly queued: () => number
}

export const createLiveMetrics = (registry: Registry, read: LiveReadings): LiveMetrics => {
  const registers = [registry]
  const gauge = (name: string, help: string, reading: () => number) =>
    new Gauge({
      name: `quarterdeck_live_${name}`,
      help,
      registers,
      collect() {
        this.set(reading())
      },
    })
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `quarterdeck_live_${name}_total`, help, labelNames, registers })

  gauge('feeds', 'Running feeds.', read.feeds)
  gauge('viewers', 'Connected sockets.', read.viewers)
  gauge('sessions', 'Distinct credentials of the connected sockets.', read.sessions)
  gauge('waiting_bytes', 'Bytes waiting in sockets.', () => read.waitingBytes().all)
  gauge('waiting_bytes_most', 'Bytes waiting in the slowest socket.', () => read.waitingBytes().most)
  gauge('aside', 'Watches that are not up to date.', () => read.aside().count)
  gauge('lag_seconds', 'Time that the slowest watch has not been up to date.', () => read.aside().longestS)
  gauge('lag_versions', 'Most versions that one watch has not acknowledged.', read.lagVersions)
  gauge('queued', 'Queued handshakes and catch-up messages.', read.queued)
  const polls = counter('polls', 'Polls of sources, by topic and outcome.', ['topic', 'outcome'])
  const messages = counter('messages', 'Feed messages written to sockets, by kind.', ['kind'])
  const messageBytes = counter('message_bytes', 'Bytes of feed messages written to sockets, by kind.', ['kind'])
  const aside = counter('set_aside', 'Watches set aside because the socket or viewer was slow.')
  const packed = counter('packed_snapshots', 'Snapshots that were compressed.')
  const packedBytes = counter('packed_bytes', 'Bytes of the compressed snapshots, before and after compression.', [
    'when',
  ])
  const rejections = counter('rejections', 'Rejected connections, subscriptions and acknowledgements, by code.', [
    'code',
  ])
  const bytes = new Counter({
    name: 'quarterdeck_live_bytes_total',
    help: 'Bytes written to sockets.',
    registers,
    collect: () => {
      bytes.reset()
      bytes.inc(read.bytes())
    },
  })

  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const loopDelay = new Gauge({
    name: 'quarterdeck_event_loop_delay_seconds',
    help: 'Event loop delay since the last read.',
    labelNames: ['quantile'],
    registers,
    collect: () => {
      for (const quantile of [50, 99]) loopDelay.set({ quantile: `0.${quantile}` }, delay.percentile(quantile) / 1e9)
      delay.reset()
    },
  })

  return {
    polled: (topic, outcome) => polls.inc({ topic, outcome }),
    onSent: (kind, viewers, size) => {
      messages.inc({ kind }, viewers)
      messageBytes.inc({ kind }, size)
    },
    onAside: () => aside.inc(),
    onPacked: (before, after) => {
      packed.inc()
      packedBytes.inc({ when: 'before' }, before)
      packedBytes.inc({ when: 'after' }, after)
    },
    rejected: (code) => rejections.inc({ code }),
    stop: () => void delay.disable(),
  }
}
