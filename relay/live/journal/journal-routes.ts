import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import type { PermissionScope } from '#shared/access/permission-scope.ts'
import type { Resource } from '#shared/access/resources.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { journalRoute, type JournalPage } from '#shared/live/journal.ts'
import { type HttpError, forbidden, invalid, unavailable } from '#relay/errors/http-error.ts'
import { serve } from '#relay/http/serve.ts'
import type { PageQuery } from './read-page.ts'

interface ReadableTopic {
  readonly name: string
  readonly resource: Resource
  readonly journalled: object | null
  /** The key must be the one that the feed uses. */
  readonly findInstance: (params: unknown) => { readonly toKey: (scope: PermissionScope) => string } | null
}

interface JournalRoutesOptions {
  readonly topics: readonly ReadableTopic[]
  readonly findScope: (
    viewer: Viewer,
    topic: { readonly name: string; readonly resource: Resource },
  ) => PermissionScope | null
  readonly findDenial: (feedKey: string) => string | undefined
  readonly page: (feedKey: string, query: PageQuery) => Promise<JournalPage>
}

const wanted: Record<string, string> = {
  topic: 'a topic name, such as health.checks',
  params: 'a JSON object, such as {}',
  entity: 'the key of a row, at most 512 characters',
  from: 'a time such as 2026-11-21T10:00:00Z',
  to: 'a time such as 2026-11-21T10:00:00Z',
  limit: 'a number from 1 to 1000',
  cursor: 'the value of `next` of the previous page',
}

const toError = ({ issues: [issue] }: z.ZodError): HttpError => {
  const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]
  const advice = typeof name === 'string' ? wanted[name] : undefined
  return advice === undefined
    ? invalid(`Unknown journal parameter "${String(name)}".`, `Allowed: ${Object.keys(wanted).join(', ')}.`)
    : invalid(`Invalid journal parameter "${String(name)}".`, `Expected ${advice}.`)
}

export const journalRoutes: FastifyPluginAsync<JournalRoutesOptions> = async (app, options) => {
  const { topics, findScope, findDenial, page } = options
  serve(app, journalRoute, { toError }, async ({ query, viewer, log }, reply) => {
    const { topic: name, params, ...rest } = query
    const topic = topics.find((each) => each.name === name)
    if (topic === undefined)
      throw invalid(`Unknown topic "${name}".`, `Known topics: ${topics.map((each) => each.name).join(', ')}.`)
    const scope = findScope(viewer, topic)
    if (scope === null) {
      throw forbidden(`You are not allowed to read ${topic.resource}.`, 'Ask an administrator for a role or a grant.')
    }
    if (topic.journalled === null) {
      throw invalid(`The topic "${name}" has no journal.`, 'Its backend stores the history.')
    }
    const instance = topic.findInstance(params)
    if (instance === null)
      throw invalid(`Invalid params for topic "${name}".`, `The parameter "params" is ${wanted['params']}.`)
    const feedKey = instance.toKey(scope)
    const denial = findDenial(feedKey)
    if (denial !== undefined) throw forbidden(denial, 'Ask an administrator of the backend for the permission.')
    reply.header('cache-control', 'no-store')
    const found = await page(feedKey, rest).catch((error: unknown) => {
      log.warn({ err: error }, 'journal read failed')
      throw unavailable('The journal could not be read.', 'Try again in a moment.')
    })
    return journalRoute.response.parse(found)
  })
}
