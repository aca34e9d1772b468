import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { connectionTypes } from './connection-types.ts'

/** One step of a test, in the order in which they were made. The last of a failed test is the one that failed. */
export const testStepSchema = z.object({
  /** `Connected`, `TLS`. */
  name: z.string(),
  ok: z.boolean(),
  /** What it found, or why it failed; never a secret. */
  said: z.string(),
  durationMs: z.number(),
})
export type TestStep = z.infer<typeof testStepSchema>

/** How a connection did when it was tested. */
export const connectionTestSchema = z.object({
  connection_id: z.string(),
  /** When it ended, ISO 8601. */
  at: z.string(),
  ok: z.boolean(),
  durationMs: z.number(),
  steps: z.array(testStepSchema).readonly(),
})
export type ConnectionTest = z.infer<typeof connectionTestSchema>

/**
 * Tests a stored connection by really connecting (ledger SET-75; contract 1.12): 400 with the reason in `error` when that fails, 501
 * for a type that cannot be tested, and for one whose test sends a message: `sendTestMessageRoute` is for those.
 */
export const testConnectionRoute = contract({
  method: 'POST',
  path: '/api/connection/test/:id',
  params: z.object({ id: z.string() }),
  response: z.object({ message: z.string() }),
})

/** Where a message of a test goes, before it is sent. */
const testDestinationSchema = z.object({
  /** `Slack`. */
  service: z.string(),
  /** Its server: `slack.com`, `127.0.0.1:25`. */
  server: z.string(),
  /** Whom or what of the service it reaches; null where the connection leads to one place of it. */
  recipient: z
    .object({
      /** `Channel`. */
      label: z.string(),
      /** What the connection says; empty where it says nothing. */
      value: z.string(),
      /** Whether a test may choose another. */
      isChosen: z.boolean(),
      /** What is reached when nothing is chosen; null where something has to be. */
      whenEmpty: z.string().nullable(),
    })
    .nullable(),
})
export type TestDestination = z.infer<typeof testDestinationSchema>

/** Where a test of this connection would send its message. For those who may test it. 501 for a type that sends none. */
export const testDestinationRoute = contract({
  method: 'GET',
  path: '/api/connection/:id/test-message',
  params: z.object({ id: z.string() }),
  response: testDestinationSchema,
})

/**
 * Tests a connection by sending a real message, to `recipient` where its service has one to choose; what is left out is as the
 * connection says. Answers as `testConnectionRoute` does, and its steps are kept the same way.
 */
export const sendTestMessageRoute = contract({
  method: 'POST',
  path: '/api/connection/:id/test-message',
  params: z.object({ id: z.string() }),
  body: z.object({ recipient: z.string().trim().max(500).optional() }),
  response: z.object({ message: z.string() }),
})

/** The last test of each connection that whoever asks may see. */
export const connectionTestsRoute = contract({
  method: 'GET',
  path: '/api/connection/tests',
  response: z.array(connectionTestSchema),
})

/** Something that refers to a connection. */
const connectionUserSchema = z.object({ kind: z.string(), id: z.string(), name: z.string() })
export type ConnectionUser = z.infer<typeof connectionUserSchema>

/** What refers to a connection, of that which whoever asks may see. */
export const connectionUsersRoute = contract({
  method: 'GET',
  path: '/api/connection/:id/users',
  params: z.object({ id: z.string() }),
  response: z.array(connectionUserSchema),
})

/** The types whose connections the embedded backend tests by sending a real message, once somebody asks for it. */
export const messageTypes: ReadonlySet<string> = new Set(
  connectionTypes.filter(({ group }) => group === 'Notifications').map(({ type }) => type),
)

/** The types whose connections the embedded backend can test without anybody being told anything. */
export const testableTypes: ReadonlySet<string> = new Set([
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
