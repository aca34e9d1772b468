import { expect, test } from 'vitest'
import { createKeyRing } from '#relay/backend/secrets/key-ring.ts'
import { createMessageLinks } from './message-links.ts'

const about = { kind: 'check', id: '01890a5d-0000-7000-8000-000000000001', event: 'check.failed', atMs: 1_000 } as const
const createRing = (byte: number) => createKeyRing(new Uint8Array(32).fill(byte))
const links = createMessageLinks([createRing(1)])

test('reads back what a link was written for', () => {
  expect(links.read(links.write(about))).toEqual(about)
  const approval = { ...about, kind: 'playbook', event: 'playbook.approval.inserted', runId: about.id } as const
  expect(links.read(links.write(approval))).toEqual(approval)
})

test('rejects a link that was changed, is from another console or is malformed', () => {
  const [body = '', signature = ''] = links.write(about).split('.')
  const other = createMessageLinks([createRing(2)])
  const forged = Buffer.from(JSON.stringify(['check', about.id, 'check.passed', 1_000])).toString('base64url')
  for (const token of [
    '',
    '.',
    body,
    `${body}.`,
    `${body}.${signature}x`,
    `${body}.${signature}.x`,
    `${forged}.${signature}`,
    other.write(about),
  ])
    expect([token, links.read(token)]).toEqual([token, undefined])
})

test('accepts links signed with an older key', () => {
  expect(createMessageLinks([createRing(2), createRing(1)]).read(links.write(about))).toEqual(about)
})
