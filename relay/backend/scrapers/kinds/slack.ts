import { setImmediate as turn } from 'node:timers/promises'
import { z } from 'zod'
import { matchesPatterns } from '#shared/access/match.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'
import { readPart } from '#relay/backend/scrapers/kinds/read-part.ts'
import type { Found, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'
import { toMessageChange, messageSchema, type SlackAuthor, type MessageSource } from './slack/message-change.ts'
import { createSlackApi, type SlackApi } from './slack/slack-api.ts'
import { slackSpec, type SlackSpec } from './slack/slack-spec.ts'

const identity = z.looseObject({ url: z.string().nullish(), team: z.string(), team_id: z.string() })
const textValue = z.looseObject({ value: z.string() }).nullish()
const channelSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  is_private: z.boolean().catch(false),
  is_member: z.boolean().catch(false),
  created: z.number().nullish(),
  creator: z.string().nullish(),
  topic: textValue,
  purpose: textValue,
})
type Channel = z.infer<typeof channelSchema>
const channelPage = z.looseObject({ channels: z.array(channelSchema) })
const messagePage = z.looseObject({ messages: z.array(messageSchema) })
const userResponse = z.looseObject({
  user: z.looseObject({
    name: z.string().catch(''),
    profile: z.looseObject({ display_name: z.string().catch(''), real_name: z.string().catch('') }),
  }),
})

const createAuthorLookup = (api: SlackApi): MessageSource['findAuthor'] => {
  const known = new Map<string, SlackAuthor | undefined>()
  let isAllowed = true
  return async (id) => {
    if (!known.has(id) && isAllowed) {
      try {
        const { user } = await api.ask('users.info', { user: id }, userResponse)
        const { display_name: shown, real_name: real } = user.profile
        known.set(id, { name: user.name, displayName: shown || real || user.name })
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 403) throw error
        if (error.message.includes('users:read')) isAllowed = false
        known.set(id, undefined)
      }
    }
    return isAllowed ? known.get(id) : 'hidden'
  }
}

const reference = (team: string) => ({ type: 'Slack::Workspace', id: team })

const channelItem = (channel: Channel, team: string): Found => ({
  kind: 'item',
  config: {
    id: channel.id,
    name: channel.name,
    is_private: channel.is_private,
    topic: channel.topic?.value ?? '',
    purpose: channel.purpose?.value ?? '',
    creator: channel.creator ?? null,
  },
  known: {
    id: channel.id,
    name: channel.name,
    type: 'Slack::Channel',
    configClass: 'Channel',
    description: channel.purpose?.value || null,
    status: channel.is_member ? 'joined' : 'not joined',
    createdAt: channel.created == null ? null : new Date(channel.created * 1_000).toISOString(),
    links: [{ kind: 'parent', to: reference(team) }],
  },
})

async function* readMessages(
  channel: Channel,
  api: SlackApi,
  { since, messages: most, rules }: SlackSpec,
  source: MessageSource,
): AsyncGenerator<Found> {
  const oldest = ((Date.now() - since) / 1_000).toFixed(6)
  let count = 0
  for await (const { messages } of api.pages('conversations.history', { channel: channel.id, oldest }, messagePage)) {
    for (const message of messages.slice(0, most - count)) {
      // Matching a message may take long; yield to other work first.
      await turn()
      try {
        const change = await toMessageChange(message, rules, source)
        if (change !== undefined) yield { kind: 'change', ids: [channel.id], change }
      } catch (error) {
        if (!(error instanceof ExpectedError)) throw error
        yield { kind: 'error', reason: error.message }
        return
      }
    }
    count += messages.length
    if (count >= most) return
  }
}

async function* readChannels(
  types: string,
  api: SlackApi,
  spec: SlackSpec,
  { team, findAuthor, signal }: Pick<MessageSource, 'findAuthor' | 'signal'> & { readonly team: string },
): AsyncGenerator<Found> {
  const wanted = spec.channels?.join(',')
  const query = { types, exclude_archived: 'true' }
  for await (const { channels } of api.pages('conversations.list', query, channelPage)) {
    for (const channel of channels) {
      const isWanted = wanted === undefined || [channel.name, channel.id].some((name) => matchesPatterns(wanted, name))
      if (!isWanted) continue
      yield channelItem(channel, team)
      // Without a filter only joined channels are read; a channel that is selected but not joined is an error.
      if (channel.is_member || wanted !== undefined)
        yield* readPart(
          `Messages of #${channel.name}`,
          readMessages(channel, api, spec, { channel, findAuthor, signal }),
        )
    }
  }
}

export const slack: ScraperType<SlackSpec> = {
  key: 'slack',
  spec: slackSpec,
  defaultType: 'Slack::Channel',
  describeEndpoint: ({ url, connection }) =>
    url === undefined ? `Slack${connection === undefined ? '' : ` by ${connection}`}` : `Slack at ${shownAddress(url)}`,
  listExpressions: ({ rules = [] }) =>
    rules.flatMap(({ filter, mapping = {} }, index) => [
      ...(filter?.expr === undefined ? [] : [{ path: ['rules', index, 'filter', 'expr'], expression: filter.expr }]),
      ...Object.entries(mapping).flatMap(([name, value]) =>
        typeof value === 'string' || value?.expr === undefined
          ? []
          : [{ path: ['rules', index, 'mapping', name, 'expr'], expression: value.expr }],
      ),
    ]),
  async *scrape(spec, run): AsyncGenerator<Found> {
    const api = await createSlackApi(spec, run)
    const { team, team_id: id, url } = await api.ask('auth.test', {}, identity)
    yield { kind: 'item', config: { team, id, url }, known: { ...reference(id), name: team, configClass: 'Workspace' } }
    const channelSource = { team: id, findAuthor: createAuthorLookup(api), signal: run.signal }
    yield* readPart('Public channels', readChannels('public_channel', api, spec, channelSource))
    if (spec.private) yield* readPart('Private channels', readChannels('private_channel', api, spec, channelSource))
  },
}
