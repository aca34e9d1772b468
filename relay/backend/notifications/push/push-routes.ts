import { randomUUID, ECDH } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { deviceName } from '#shared/identity/device-name.ts'
import {
  addBrowserRoute,
  browsersMost,
  pushedBrowsersRoute,
  removeBrowserRoute,
  testBrowserRoute,
} from '#shared/notifications/push-routes.ts'
import { assertKnownPerson } from '#relay/backend/notifications/people/known-person.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Database } from '#relay/database/database.ts'
import { clientDisconnectSignal } from '#relay/http/client-disconnect-signal.ts'
import { serve } from '#relay/http/serve.ts'
import { timeLimit } from '#relay/time-limit.ts'
import { conflict, invalid, notFound } from '#relay/errors/http-error.ts'
import { testText } from './push-text.ts'
import type { Pushes } from './pushes.ts'
import { addBrowser, listBrowsers, removeBrowser } from './push-subscriptions.ts'

interface PushRoutesOptions {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly pushes: Pushes
}

const testMs = 20_000
const deviceMost = 100

const noBrowser = () => notFound('You have no browser with this id.')

const isPoint = (p256dh: string): boolean => {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length > 0
  } catch {
    return false
  }
}

export const pushRoutes: FastifyPluginAsync<PushRoutesOptions> = async (app, { database, secrets, pushes }) => {
  const findEndpointError = async (endpoint: string): Promise<string | null> => {
    try {
      return await pushes.findEndpointError(endpoint)
    } catch {
      return `Cannot resolve the push service host ${new URL(endpoint).hostname}.`
    }
  }

  serve(app, pushedBrowsersRoute, async ({ viewer }) => {
    await assertKnownPerson(database, viewer.id)
    return { key: await pushes.key(), browsers: await listBrowsers(database, viewer.id) }
  })

  serve(app, addBrowserRoute, async ({ viewer, body, headers }) => {
    await assertKnownPerson(database, viewer.id)
    if (!isPoint(body.p256dh)) throw invalid('p256dh: must be a browser key')
    const endpointError = await findEndpointError(body.endpoint)
    if (endpointError !== null) throw invalid(endpointError)
    const device = deviceName(headers['user-agent']).slice(0, deviceMost)
    const added = await addBrowser(database, secrets, viewer.id, { ...body, device })
    if (added === 'full') throw conflict(`You have ${browsersMost} browsers, which is the maximum. Remove one first.`)
    if (added === 'taken') throw conflict('Another browser is already subscribed with this endpoint.')
    return added
  })

  serve(app, removeBrowserRoute, async ({ viewer, params: { id } }) => {
    if (!(await removeBrowser(database, viewer.id, id))) throw noBrowser()
    return { id }
  })

  serve(app, testBrowserRoute, async ({ viewer, params: { id } }, reply) => {
    const over = timeLimit(testMs, clientDisconnectSignal(reply))
    try {
      const push = { key: randomUUID(), text: testText(), isUrgent: true }
      const outcome = await pushes.send(viewer.id, id, push, over.signal)
      if (outcome === undefined) throw noBrowser()
      return { error: outcome.error, is_gone: outcome.isUnsubscribed ?? false }
    } catch (error) {
      if (!over.isOver()) throw error
      return { error: `The push service did not respond within ${testMs / 1_000} s.`, is_gone: false }
    } finally {
      over.done()
    }
  })
}
