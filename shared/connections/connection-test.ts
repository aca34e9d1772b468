import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

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
 * for a type that cannot be tested.
 */
export const testConnectionRoute = contract({
  method: 'POST',
  path: '/api/connection/test/:id',
  params: z.object({ id: z.string() }),
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

/** The types whose connections the embedded backend can test. */
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
