import type { Principal } from '#shared/access/decide.ts'
import type { Resource } from '#shared/access/resources.ts'
import { toPrincipal, scopeKey, type PermissionScope } from '#shared/access/permission-scope.ts'
import { paramsKey } from '#shared/live/params-key.ts'
import type { Topic } from '#shared/live/topic.ts'
import type { ChangedBy, Route } from './change-index.ts'
import { scopeContext } from './scope-context.ts'
import type { JournalledTopic } from './feed-recorder.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import type { Question } from '#shared/access/question.ts'
import { createListReader, type ListReader } from './list-reader.ts'
import { createTopicFeed, type FeedOptions, type TopicFeed } from './topic-feed.ts'
import type { SourceResponse, TopicSource } from './source.ts'

interface FeedSurroundings extends Pick<FeedOptions<never>, 'recorder' | 'replication' | 'notify' | 'onPoll'> {
  readonly scope: PermissionScope
  readonly onUnread?: (error: unknown) => void
}

export interface TopicInstance {
  readonly topic: string
  readonly params: Readonly<Record<string, unknown>>
  readonly toKey: (scope: PermissionScope) => string
  readonly createFeed: (surroundings: FeedSurroundings) => TopicFeed
}

export interface TopicBinding {
  readonly name: string
  readonly resource: Resource
  readonly alsoReads: readonly Pick<Question, 'resource' | 'object'>[]
  readonly narrows: boolean
  readonly journalled: JournalledTopic | null
  readonly hintedBy: string | null
  readonly changedBy: ChangedBy
  readonly findInstance: (params: unknown) => TopicInstance | null
}

type CanSee<Params> = (asker: Principal, params: Params, signal: AbortSignal) => Promise<boolean>

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
      return isAllowed(asker, { action: 'read', resource, about })
    })
}

const seenForMs = 1_000

/** An instance that the scope may not see has no rows. */
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
  readonly source: TopicSource<Params, Row> | (() => TopicSource<Params, Row>)
  /** Requests that change its rows. */
  readonly routes?: readonly Route[]
  readonly sees?: CanSee<Params>
}

export const bindTopic = <Params extends object, Row>(
  topic: Topic<Params, Row>,
  { source: sourceOrFactory, routes = [], sees }: Bound<Params, Row>,
): TopicBinding => ({
  name: topic.name,
  resource: topic.resource,
  alsoReads: topic.alsoReads ?? [],
  narrows: topic.getAbout !== undefined || sees !== undefined,
  // The journal passes only rows of this topic, hence the cast.
  journalled: topic.journalled
    ? { getKey: (row) => topic.getKey(row as Row), ticking: new Set<string>(topic.journalled.ticking) }
    : null,
  hintedBy: topic.hintedBy ?? null,
  changedBy: { relations: topic.changedBy, routes },
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
            createListReader({
              parseRow: source.parseRow ?? ((entry) => topic.row.parse(entry)),
              getKey: topic.getKey,
              onUnread,
            }),
          ),
        })
      },
    }
  },
})
