import { decide, type Principal, type Question } from '#shared/access/decide.ts'
import type { Resource } from '#shared/access/resources.ts'
import { toPrincipal, scopeKey, type PermissionScope } from '#shared/access/permission-scope.ts'
import { paramsKey } from '#shared/live/params-key.ts'
import type { Topic } from '#shared/live/topic.ts'
import type { ChangedBy } from './change-index.ts'
import { scopeContext } from './scope-context.ts'
import type { JournalledTopic } from '#relay/live/journal/journalled-feed.ts'
import { createListReader, type ListReader } from './list-reader.ts'
import { createTopicFeed, type FeedOptions, type TopicFeed } from './topic-feed.ts'
import type { SourceResponse, TopicSource } from './source.ts'

interface FeedSurroundings extends Pick<FeedOptions<never>, 'recorder' | 'replication' | 'notify' | 'onPoll'> {
  readonly scope: PermissionScope
  /** Told why a row is left out that is not what the topic says. */
  readonly onUnread?: (error: unknown) => void
}

/** One instance of a topic that a viewer asked for, with params that fit. */
export interface TopicInstance {
  readonly topic: string
  readonly params: Readonly<Record<string, unknown>>
  /** One text for the instance as everybody with that scope sees it. */
  readonly toKey: (scope: PermissionScope) => string
  readonly createFeed: (surroundings: FeedSurroundings) => TopicFeed
}

/** A topic and where its rows come from. */
export interface TopicBinding {
  readonly name: string
  readonly resource: Resource
  /** What its rows show beside that. */
  readonly alsoReads: readonly Pick<Question, 'resource' | 'object'>[]
  /** Whether it can be narrowed to what somebody with rights to a part may see. */
  readonly narrows: boolean
  /** What the journal needs to know of it; null when it keeps none. */
  readonly journalled: JournalledTopic | null
  /** The param by which changes name the instances that they are about; null when they concern all. */
  readonly hintedBy: string | null
  readonly changedBy: ChangedBy
  /** Null when the params are not what the topic wants. */
  readonly findInstance: (params: unknown) => TopicInstance | null
}

/** Whether somebody who may read a part of what a topic shows may see one instance of it. */
type CanSee<Params> = (asker: Principal, params: Params, signal: AbortSignal) => Promise<boolean>

/** Reads lists, and leaves of them what somebody with a scope of a part may read for certain. */
const rowsSeen = <Params, Row>(
  { getAbout, resource }: Topic<Params, Row>,
  scope: PermissionScope,
  read: ListReader<Row>,
): ListReader<Row> => {
  const asker = toPrincipal(scope)
  if (getAbout === undefined || asker === null) return read
  return (text) =>
    read(text).filter((row) => {
      const about = getAbout(row)
      if (about === null) return true
      const question = { action: 'read', resource, about } as const
      return decide(asker, question, { nowMs: Date.now() }).answer === 'allowed'
    })
}

/** How long an answer to whether somebody may see an instance counts: what it is about may change, and with it the answer. */
const seenForMs = 1_000

/** Asks a source only while people with this scope may see the instance, which is not there for them otherwise. */
const loadSeen = <Params>(
  load: TopicSource<Params, unknown>['load'],
  sees: CanSee<Params> | undefined,
  scope: PermissionScope,
): ((params: Params, signal: AbortSignal) => Promise<SourceResponse>) => {
  const asker = toPrincipal(scope)
  let known = { sees: false, untilMs: 0 }
  return async (params, signal) => {
    if (sees !== undefined && asker !== null) {
      const nowMs = Date.now()
      if (nowMs >= known.untilMs) known = { sees: await sees(asker, params, signal), untilMs: nowMs + seenForMs }
      if (!known.sees) return { body: '[]', observedAtMs: nowMs }
    }
    return load(params, signal, scope)
  }
}

interface Bound<Params, Row> {
  /** One that remembers what it read is made anew for each feed. */
  readonly source: TopicSource<Params, Row> | (() => TopicSource<Params, Row>)
  readonly changedBy: ChangedBy
  /** Whoever may read a part watches the instances that it answers for, and has no rows of the others. */
  readonly sees?: CanSee<Params>
}

/** Says where the rows of a topic come from, and what changes them. */
export const bindTopic = <Params extends object, Row>(
  topic: Topic<Params, Row>,
  { source: sourceOrFactory, changedBy, sees }: Bound<Params, Row>,
): TopicBinding => ({
  name: topic.name,
  resource: topic.resource,
  alsoReads: topic.alsoReads ?? [],
  narrows: topic.getAbout !== undefined || sees !== undefined,
  // The rows that come here are the feed's own, or were when they were recorded.
  journalled: topic.journalled
    ? { getKey: (row) => topic.getKey(row as Row), ticking: new Set<string>(topic.journalled.ticking) }
    : null,
  hintedBy: topic.hintedBy ?? null,
  changedBy,
  findInstance: (input) => {
    const parsed = topic.params.safeParse(input)
    if (!parsed.success) return null
    const params = parsed.data
    const plain = Object.fromEntries(Object.entries(params))
    const toKey = (scope: PermissionScope) => `${topic.name} ${scopeKey(scope)} ${paramsKey(params)}`
    return {
      topic: topic.name,
      params: plain,
      toKey,
      createFeed: ({ scope, onUnread, ...surroundings }) => {
        const source = typeof sourceOrFactory === 'function' ? sourceOrFactory() : sourceOrFactory
        const load = loadSeen((...args) => source.load(...args), sees, scope)
        return createTopicFeed({
          ...surroundings,
          name: { topic: topic.name, scope: scopeKey(scope), params: plain, key: toKey(scope) },
          topic,
          load: async (signal) => {
            const response = await scopeContext.run(scope, () => load(params, signal))
            for (const error of response.unread ?? []) onUnread?.(error)
            return response
          },
          parseRows: rowsSeen(
            topic,
            scope,
            createListReader({ parseRow: (entry) => source.parseRow(entry), getKey: topic.getKey, onUnread }),
          ),
        })
      },
    }
  },
})
