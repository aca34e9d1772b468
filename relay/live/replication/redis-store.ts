import { createHash } from 'node:crypto'
import type { RedisClientType } from '@redis/client'
import { replicationMessageSchema, unpackState, type ReplicationMessage } from './replication-messages.ts'
import type { ReplicatedChange, Standing } from '#relay/live/feeds/feed-replication.ts'
import { appendScript, claimScript, initialiseScript, leaveScript, rebaseScript, renewScript } from './redis-scripts.ts'

/** Every method rejects when Redis does not respond in time. */
export interface RedisStore {
  readonly channel: string
  readonly tryLead: () => Promise<boolean>
  readonly renew: () => Promise<boolean>
  readonly initialise: (at: { epoch: string; version: number }, state: string) => Promise<boolean>
  readonly rebase: (epoch: string, state: string, keepFrom: number) => Promise<boolean>
  readonly claim: () => Promise<boolean>
  readonly append: (change: ReplicatedChange) => Promise<boolean>
  readonly leave: () => Promise<boolean>
  readonly publish: (message: object) => Promise<void>
  readonly standing: () => Promise<Standing | null>
  readonly changesSince: (epoch: string, version: number) => Promise<readonly ReplicatedChange[] | null>
}

const leadForMs = 4_000
const timeoutMs = 2_000

const inTime = async <T>(reply: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis did not respond within ${timeoutMs / 1_000} seconds.`)), timeoutMs)
  })
  try {
    return await Promise.race([reply, late])
  } finally {
    clearTimeout(timer)
  }
}

export const readMessage = (text: string): ReplicationMessage | null => {
  try {
    return replicationMessageSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const parseChange = (text: string | undefined): ReplicatedChange | null => {
  const message = text === undefined ? null : readMessage(text)
  return message?.kind === 'changed' ? message : null
}

export const createRedisStore = (client: RedisClientType, owner: string, feedKey: string): RedisStore => {
  const key = `quarterdeck:${createHash('sha256').update(feedKey).digest('base64url').slice(0, 24)}`
  const [lead, head, stream, channel] = [`${key}:lead`, `${key}:head`, `${key}:changes`, `${key}:said`] as const
  const run = async (script: string, ...rest: string[]) =>
    (await inTime(client.eval(script, { keys: [lead, head, stream, channel], arguments: [owner, ...rest] }))) === 1
  const text = (message: object) => JSON.stringify({ by: owner, ...message })
  const changesFrom = async (start: string) => {
    const entries = await inTime(client.xRange(stream, start, '+'))
    return (entries ?? []).map(({ message }) => parseChange(message['change'])).filter((change) => change !== null)
  }

  return {
    channel,
    tryLead: async () => {
      const set = await inTime(
        client.set(lead, owner, { condition: 'NX', expiration: { type: 'PX', value: leadForMs } }),
      )
      return set !== null
    },
    renew: () => run(renewScript, String(leadForMs)),
    initialise: ({ epoch, version }, state) =>
      run(initialiseScript, epoch, String(version), state, text({ kind: 'initialised' })),
    rebase: (epoch, state, keepFrom) => run(rebaseScript, epoch, state, String(keepFrom)),
    claim: () => run(claimScript, text({ kind: 'initialised' })),
    append: ({ epoch, from, version, observedAtMs, put, drop }) =>
      run(
        appendScript,
        epoch,
        String(from),
        String(version),
        text({ kind: 'changed', epoch, from, version, observedAtMs, put, drop }),
      ),
    leave: () => run(leaveScript, text({ kind: 'left' })),
    publish: async (message) => {
      await inTime(client.publish(channel, text(message)))
    },
    standing: async () => {
      const leader = await inTime(client.get(lead))
      const { owner: by, state: packed } = await inTime(client.hGetAll(head))
      if (leader === null || by !== leader || packed === undefined) return null
      const state = await unpackState(packed)
      return { state, changes: await changesFrom(`(${state.version}-0`) }
    },
    changesSince: async (epoch, version) => {
      const changes = await changesFrom(`(${version}-0`)
      let at = version
      for (const change of changes) {
        if (change.epoch !== epoch || change.from !== at) return null
        at = change.version
      }
      return changes
    },
  }
}
