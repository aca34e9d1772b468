import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { connectionWriteSchema } from './connection-row.ts'
import { connectionTypes } from './connection-types.ts'

export const testStepSchema = z.object({
  name: z.string(),
  ok: z.boolean(),
  /** Never contains a secret. */
  said: z.string(),
  durationMs: z.number(),
})
export type TestStep = z.infer<typeof testStepSchema>

export const connectionTestSchema = z.object({
  connection_id: z.string(),
  at: z.string(),
  ok: z.boolean(),
  durationMs: z.number(),
  steps: z.array(testStepSchema).readonly(),
})
export type ConnectionTest = z.infer<typeof connectionTestSchema>

/**
 * Ledger SET-75; contract 1.12. 400 with `error` for a failed test, 501 for types that cannot be tested or that
 * send a message.
 */
export const testConnectionRoute = contract({
  method: 'POST',
  path: '/api/connection/test/:id',
  params: z.object({ id: z.string() }),
  /** Production's newer generation adds what it reached. */
  response: z.object({ message: z.string(), payload: z.unknown().optional() }),
})

/** Tests values that are not stored yet. Answers 200 with the steps even when one failed. */
export const testEnteredRoute = contract({
  method: 'POST',
  path: '/api/connection/test',
  embeddedOnly: true,
  body: connectionWriteSchema,
  response: connectionTestSchema.omit({ connection_id: true }),
})

/** Tests changes that are not stored yet: `***` and columns that are left out are the stored ones. */
export const testChangedRoute = contract({
  method: 'POST',
  path: '/api/connection/:id/test-changes',
  embeddedOnly: true,
  params: z.object({ id: z.string() }),
  body: connectionWriteSchema.unwrap().omit({ type: true }).partial(),
  response: testEnteredRoute.response,
})

const testDestinationSchema = z.object({
  service: z.string(),
  server: z.string(),
  recipient: z
    .object({
      label: z.string(),
      value: z.string(),
      isChosen: z.boolean(),
      whenEmpty: z.string().nullable(),
    })
    .nullable(),
})
export type TestDestination = z.infer<typeof testDestinationSchema>

export const testDestinationRoute = contract({
  method: 'GET',
  path: '/api/connection/:id/test-message',
  embeddedOnly: true,
  params: z.object({ id: z.string() }),
  response: testDestinationSchema,
})

export const sendTestMessageRoute = contract({
  method: 'POST',
  path: '/api/connection/:id/test-message',
  embeddedOnly: true,
  params: z.object({ id: z.string() }),
  body: z.object({ recipient: z.string().trim().max(500).optional() }),
  response: z.object({ message: z.string() }),
})

export const connectionTestsRoute = contract({
  method: 'GET',
  path: '/api/connection/tests',
  embeddedOnly: true,
  response: z.array(connectionTestSchema),
})

const connectionUserSchema = z.object({ kind: z.string(), id: z.string(), name: z.string() })
export type ConnectionUser = z.infer<typeof connectionUserSchema>

export const connectionUsersRoute = contract({
  method: 'GET',
  path: '/api/connection/:id/users',
  embeddedOnly: true,
  params: z.object({ id: z.string() }),
  response: z.array(connectionUserSchema),
})

export const messageTypes: ReadonlySet<string> = new Set(
  connectionTypes.filter(({ group }) => group === 'Notifications').map(({ type }) => type),
)

/** Testable without sending a message. */
export const testableTypes: ReadonlySet<string> = new Set([
  'sql_server',
  'anthropic',
  'aws',
  'elasticsearch',
  'email',
  'folder',
  'git',
  'github',
  'gitlab',
  'http',
  'kubernetes',
  'ldap',
  'mongo',
  'mysql',
  'ollama',
  'openai',
  'postgres',
  'prometheus',
  'redis',
  's3',
  'sftp',
])
