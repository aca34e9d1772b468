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

const toHash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8)

const messages = [feedMessageSchema, subscribeSchema, subscribedSchema, ackSchema, goodbyeSchema, tokenSchema].map(
  (schema) => z.toJSONSchema(schema, { unrepresentable: 'any' }),
)
const fingerprints = {
  messages: toHash(messages),
  ...Object.fromEntries(
    topics.map(({ name, params, row }) => [
      name,
      toHash([z.toJSONSchema(params), z.toJSONSchema(row, { io: 'input' })]),
    ]),
  ),
}

const pinned = {
  messages: '9d733a8c',
  'health.checks': 'f964ce48',
  'health.statuses': '04e82f6a',
  'health.canaries': '1a9e116a',
  'playbooks.playbooks': '1a9e116a',
  'playbooks.runs': 'b1da8fa9',
  'playbooks.run': '01377724',
  'playbooks.log': 'e267fac8',
  'playbooks.watchers': 'dbf5f799',
  'jobs.history': '70ba9b9b',
  'jobs.failing': '291a933d',
  'settings.flags': 'bea1376f',
  'settings.relays': 'f39455a4',
  'settings.users': '477d76f9',
  'settings.permissions': '1a9e116a',
  'settings.audit': '1a9e116a',
  'settings.connections': '1a9e116a',
  'resources.incident_rules': '1a9e116a',
  'resources.logging_backends': '1a9e116a',
  'resources.notifications': '1a9e116a',
  'resources.teams': '1a9e116a',
  'resources.topologies': '1a9e116a',
  session: 'b74fca4a',
  'relay.errors': '008be945',
  'settings.eventQueue': 'ccfec204',
  'settings.agents': '1b23863f',
  'catalog.items': '1a9e116a',
  'topology.components': 'b2c31d7a',
  'catalog.changes': '1a9e116a',
  'catalog.insights': '1a9e116a',
  'catalog.relationships': '1a9e116a',
  'catalog.scrapers': '1a9e116a',
  incidents: '1a9e116a',
  'incidents.incident': '00458a5b',
  'incidents.presence': 'e0552193',
  'incidents.typing': 'ad117ea2',
  'notifications.sends': '1a9e116a',
  'notifications.silences': '1a9e116a',
  'notifications.oncall': '1a9e116a',
  'attention.checks': '1a9e116a',
  'attention.incidents': '1a9e116a',
  'attention.runs': '1a9e116a',
}

test('pins the wire format to its version: raise it when a pin changes or goes, not for the pin of a new topic', () => {
  expect({ version: liveProtocolVersion, fingerprints }).toEqual({ version: 33, fingerprints: pinned })
})

test('matches the version that the README states', () => {
  const stated = readFileSync(new URL('../README.md', import.meta.url), 'utf8').matchAll(/protocol:? (\d+)/g)
  expect([...stated].map(([, version]) => Number(version))).toEqual([liveProtocolVersion, liveProtocolVersion])
})
