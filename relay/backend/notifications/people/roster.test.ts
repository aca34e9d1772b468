import { expect, test } from 'vitest'
import type { NotificationRule } from '#relay/backend/notifications/rules/rules.ts'
import { describeService, readRoster } from './roster.ts'

test('names a connection that a rule stores by its id', async () => {
  const id = '0195c0de-0000-7000-8000-00000000c0fe'
  const database = {
    query: async (sql: string) => ({ rows: sql.includes('from connections') ? [{ id, name: 'pager' }] : [] }),
  } as never
  const recipients = ['', 'my pager'].map((name) => ({
    kind: 'service',
    service: { name, connection: id },
    index: 0,
    team: null,
  })) as unknown as NotificationRule['recipients']
  const { describeRecipient } = await readRoster(database, [{ recipients } as NotificationRule])
  expect(recipients.map((each) => describeRecipient(each).name)).toEqual(['pager', 'my pager'])
})

test.each([
  ['generic+http://ops:hunter22@hooks.example.org/a', 'webhook hooks.example.org'],
  ['https://hooks.example.org:8443/a?token=t', 'webhook hooks.example.org:8443'],
  ['slack://xoxb-1-2-3@C01', 'Slack'],
  ['https://discord.com/api/webhooks/1/t', 'Discord'],
  ['smtp://mail.example.org/?to=ops@example.org', 'Email'],
  ['{{.url}}', 'an address'],
])('%s without a name is %s', (url, name) => {
  expect(describeService({ kind: 'service', index: 0, team: null, service: { url } } as never)).toBe(name)
})
