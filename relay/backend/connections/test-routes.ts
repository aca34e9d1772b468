import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Viewer } from '#shared/access/viewer.ts'
import {
  messageTypes,
  sendTestMessageRoute,
  testChangedRoute,
  testConnectionRoute,
  testDestinationRoute,
  testEnteredRoute,
  type ConnectionTest,
} from '#shared/connections/connection-test.ts'
import { connectionTypeTitle } from '#shared/connections/connection-types.ts'
import { recordAct } from '#relay/backend/rows/actor.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Database } from '#relay/database/database.ts'
import { clientDisconnectSignal } from '#relay/http/client-disconnect-signal.ts'
import { serve } from '#relay/http/serve.ts'
import { AccessDenied, httpError, invalid } from '#relay/errors/http-error.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import { connectionProbes } from './probes/ask.ts'
import { connectionColumns, resolveConnectionRow, type ConnectionRow } from './read-connection.ts'
import { byMessage, testDestination, testMessage } from './probes/by-message.ts'
import type { ConnectionProbe } from './probes/probe.ts'
import { testConnection, type TestOptions } from './probes/test-connection.ts'
import { keepTest } from './probes/test-store.ts'
import { noConnection, seenConnection, type SeenConnection } from './seen-connection.ts'

export interface ConnectionTestOptions extends Pick<TestOptions, 'resolveConnection' | 'resolveSecret' | 'sandbox'> {
  readonly database: Database
  readonly people: People
  readonly secrets: StoredSecrets
  readonly properties: Pick<Properties, 'isOn'>
}

interface TestRequest {
  readonly viewer: Viewer
  readonly connection: SeenConnection
  readonly reply: FastifyReply
  readonly probe: ConnectionProbe
}

const question = { resource: 'connections', object: 'connection' } as const
const sendsNone = (type: string): string => `Connections of type ${connectionTypeTitle(type)} cannot send messages.`
const untestable = (type: string): string =>
  messageTypes.has(type)
    ? `Testing a connection of type ${connectionTypeTitle(type)} sends a real message. Use the message test.`
    : `Connections of type ${connectionTypeTitle(type)} cannot be tested.`
const getTestable = async (people: People, viewer: Viewer, id: string): Promise<SeenConnection> => {
  const connection = await seenConnection(people, viewer, id)
  const about = { connection: connection ?? { id } }
  if (!isAllowed(viewer, { ...question, action: 'update', about })) throw new AccessDenied('connection', 'update')
  if (connection === undefined) throw noConnection(id)
  return connection
}
const runTest = async (
  { database, resolveConnection, resolveSecret, sandbox }: ConnectionTestOptions,
  { viewer, connection, reply, probe }: TestRequest,
) => {
  const { id, name } = connection
  const disconnectSignal = clientDisconnectSignal(reply)
  const startedAt = performance.now()
  const reference = `connection://${id}`
  const steps = await testConnection({
    reference,
    probe,
    resolveConnection,
    resolveSecret,
    sandbox,
    signal: disconnectSignal,
  })
  const failed = steps.find(({ ok }) => !ok)
  const test: ConnectionTest = {
    connection_id: id,
    at: new Date().toISOString(),
    ok: failed === undefined,
    durationMs: Math.round(performance.now() - startedAt),
    steps,
  }
  if (!disconnectSignal.aborted) await keepTest(database, test)
  const act = { personId: viewer.id, action: 'tested', table: 'connections', id, name, after: { ok: test.ok } }
  await recordAct(database, act)
  if (failed !== undefined) throw invalid(failed.said)
  return { message: 'ok' }
}

interface EnteredRequest extends Omit<TestRequest, 'connection'> {
  readonly entered: ConnectionRow
  /** Columns of a stored connection. */
  readonly changed?: readonly string[]
}

const enteredReference = 'connection://entered'

const testEntered = async (
  { database, resolveConnection, resolveSecret, sandbox }: ConnectionTestOptions,
  { viewer, entered, changed, reply, probe }: EnteredRequest,
): Promise<Omit<ConnectionTest, 'connection_id'>> => {
  const startedAt = performance.now()
  const steps = await testConnection({
    reference: enteredReference,
    probe,
    resolveConnection: (reference) =>
      reference === enteredReference
        ? resolveConnectionRow(entered, { open: (_column, text) => text, resolveSecret })
        : resolveConnection(reference),
    resolveSecret,
    sandbox,
    signal: clientDisconnectSignal(reply),
  })
  const ok = steps.every((step) => step.ok)
  const { id, name } = entered
  const after = { ok, ...(changed !== undefined && { changed }) }
  await recordAct(database, { personId: viewer.id, action: 'tested', table: 'connections', id, name, after })
  return { at: new Date().toISOString(), ok, durationMs: Math.round(performance.now() - startedAt), steps }
}

/** With plain secrets: it must not leave this process. */
const readChanged = async (
  { database, secrets }: Pick<ConnectionTestOptions, 'database' | 'secrets'>,
  id: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<ConnectionRow> => {
  const { rows } = await database.query<ConnectionRow & Record<string, unknown>>(
    `select ${connectionColumns} from connections where id = $1 and deleted_at is null`,
    [id],
  )
  const [stored] = rows
  if (stored === undefined) throw noConnection(id)
  return secrets.open('connections', secrets.seal('connections', { ...stored, ...changes }, stored))
}

export const connectionTestRoutes: FastifyPluginAsync<ConnectionTestOptions> = async (app, options) => {
  const { people, properties, resolveConnection } = options
  const allowsPrivateRedirects = () => properties.isOn('notifications.redirects.private')
  serve(app, testConnectionRoute, async ({ params: { id }, viewer }, reply) => {
    const connection = await getTestable(people, viewer, id)
    const probe = connectionProbes[connection.type]
    if (probe === undefined) throw httpError('unsupported', untestable(connection.type))
    return runTest(options, { viewer, connection, reply, probe })
  })

  serve(app, testEnteredRoute, async ({ body, viewer }, reply) => {
    const entered = { id: 'new', ...body }
    if (!isAllowed(viewer, { ...question, action: 'create', about: { connection: entered } }))
      throw new AccessDenied('connection', 'create')
    const probe = connectionProbes[entered.type]
    if (probe === undefined) throw httpError('unsupported', untestable(entered.type))
    return testEntered(options, { viewer, entered, reply, probe })
  })

  serve(app, testChangedRoute, async ({ params: { id }, body, viewer }, reply) => {
    const { type } = await getTestable(people, viewer, id)
    const probe = connectionProbes[type]
    if (probe === undefined) throw httpError('unsupported', untestable(type))
    const entered = await readChanged(options, id, body)
    return testEntered(options, { viewer, entered, changed: Object.keys(body), reply, probe })
  })

  serve(app, testDestinationRoute, async ({ params: { id }, viewer }) => {
    const connection = await getTestable(people, viewer, id)
    if (!messageTypes.has(connection.type)) throw httpError('unsupported', sendsNone(connection.type))
    try {
      return await testDestination(`connection://${id}`, { resolveConnection })
    } catch (error) {
      throw invalid(describeError(error, ''))
    }
  })

  serve(app, sendTestMessageRoute, async ({ params: { id }, body: { recipient }, viewer }, reply) => {
    const connection = await getTestable(people, viewer, id)
    if (!messageTypes.has(connection.type)) throw httpError('unsupported', sendsNone(connection.type))
    const message = testMessage(connection.name, viewer.name || viewer.email || 'Somebody', new Date())
    const probe = byMessage({ message, recipient, allowsPrivateRedirects })
    return runTest(options, { viewer, connection, reply, probe })
  })
}
