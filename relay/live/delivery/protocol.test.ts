import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  ackSchema,
  feedMessageSchema,
  goodbyeSchema,
  liveProtocolVersion,
  subscribedSchema,
  subscribeSchema,
  tokenSchema,
} from '#shared/live/messages.ts'
import { topics } from '#shared/live/topics.ts'

/** Any difference in the wire format requires another protocol version. */
const wire = [
  ...[feedMessageSchema, subscribeSchema, subscribedSchema, ackSchema, goodbyeSchema, tokenSchema].map((schema) =>
    z.toJSONSchema(schema, { unrepresentable: 'any' }),
  ),
  ...topics.map(({ name, params, row }) => ({
    name,
    params: z.toJSONSchema(params),
    row: z.toJSONSchema(row, { io: 'input' }),
  })),
]

test('pins the wire format to its version: on failure, raise the version and pin the new pair', () => {
  const fingerprint = createHash('sha256').update(JSON.stringify(wire)).digest('hex').slice(0, 16)
  expect({ version: liveProtocolVersion, fingerprint }).toEqual({ version: 32, fingerprint: '6bb05821bc47b601' })
})

test('matches the version that the README states', () => {
  const stated = readFileSync(new URL('../README.md', import.meta.url), 'utf8').matchAll(/protocol:? (\d+)/g)
  expect([...stated].map(([, version]) => Number(version))).toEqual([liveProtocolVersion, liveProtocolVersion])
})
