import { decide } from '#shared/access/decide.ts'
import type { Resource } from '#shared/access/resources.ts'
import { readPartSight } from '#shared/access/part-sight.ts'
import { paramsKey } from '#shared/live/params-key.ts'
import type { Topic } from '#shared/live/topic.ts'
import { askingFor } from '#relay/live/asking-for.ts'
import type { JournalledTopic } from '#relay/live/journal/journalled-feed.ts'
import { createListReader, type ListReader } from '#relay/live/list-reader.ts'
import { createTopicFeed, type FeedOptions, type TopicFeed } from '#relay/live/topic-feed.ts'
import type { TopicSource } from '#relay/live/source.ts'

interface FeedSurroundings extends Pick<FeedOptions<never>, 'recorder' | 'line' | 'tell' | 'onPoll'> {
  readonly sight: string
}

/** One instance of a topic that a viewer asked for, with params that fit. */
export interface TopicInstance {
  readonly topic: string
  readonly params: Readonly<Record<string, unknown>>
  /** One text for the instance as everybody with that sight sees it. */
  readonly keyOf: (sight: string) => string
  readonly createFeed: (surroundings: FeedSurroundings) => TopicFeed
}

/** A topic and where its rows come from. */
export interface TopicBinding {
  readonly name: string
  readonly resource: Resource
  /** Whether its rows tell what they are about, so that some of them can be left out. */
  readonly narrows: boolean
  /** What the journal needs to know of it; null when it keeps none. */
  readonly journalled: JournalledTopic | null
  /** The param by which changes name the instances that they are about; null when they concern all. */
  readonly hintedBy: string | null
  /** Null when the params are not what the topic wants. */
  readonly instanceOf: (params: unknown) => TopicInstance | null
}

/** Reads lists, and leaves of them what somebody with a sight of a part may read for certain. */
const rowsSeen = <Params, Row>(
  { aboutOf, resource }: Topic<Params, Row>,
  sight: string,
  read: ListReader<Row>,
): ListReader<Row> => {
  const person = readPartSight(sight)
  if (aboutOf === undefined || person === null) return read
  const { personId: id, ...rights } = person
  const asker = { id, ...rights }
  return (text) =>
    read(text).filter((row) => {
      const question = { action: 'read', resource, about: aboutOf(row) } as const
      return decide(asker, question, { nowMs: Date.now() }).answer === 'allowed'
    })
}

/** A source that remembers what it read is made anew for each feed. */
export const bindTopic = <Params extends object, Row>(
  topic: Topic<Params, Row>,
  given: TopicSource<Params, Row> | (() => TopicSource<Params, Row>),
): TopicBinding => ({
  name: topic.name,
  resource: topic.resource,
  narrows: topic.aboutOf !== undefined,
  // The rows that come here are the feed's own, or were when they were recorded.
  journalled: topic.journalled
    ? { keyOf: (row) => topic.keyOf(row as Row), ticking: new Set<string>(topic.journalled.ticking) }
    : null,
  hintedBy: topic.hintedBy ?? null,
  instanceOf: (asked) => {
    const parsed = topic.params.safeParse(asked)
    if (!parsed.success) return null
    const params = parsed.data
    const plain = Object.fromEntries(Object.entries(params))
    const keyOf = (sight: string) => `${topic.name} ${sight} ${paramsKey(params)}`
    return {
      topic: topic.name,
      params: plain,
      keyOf,
      createFeed: ({ sight, ...surroundings }) => {
        const source = typeof given === 'function' ? given() : given
        return createTopicFeed({
          ...surroundings,
          name: { topic: topic.name, sight, params: plain, key: keyOf(sight) },
          topic,
          load: (signal) => askingFor.run(sight, () => source.load(params, signal, sight)),
          rowsOf: rowsSeen(
            topic,
            sight,
            createListReader({ rowOf: (entry) => source.rowOf(entry), keyOf: topic.keyOf }),
          ),
        })
      },
    }
  },
})
