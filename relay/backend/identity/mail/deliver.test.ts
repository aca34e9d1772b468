import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMailServer } from '#relay/testing/mail-server.ts'
import { deliverBySmtp, deliverToOutbox } from './deliver.ts'

const mail = { to: 'ada@example.test', subject: 'Hello', text: 'The code is: 123456\n.\nEnd' }

test('sends a mail through the mail server with the right sender and recipient', async () => {
  const server = await startMailServer()
  await deliverBySmtp(server.url, 'quarterdeck@example.test')(mail)
  server.stop()
  expect(server.received).toEqual(
    expect.arrayContaining([
      'MAIL FROM:<quarterdeck@example.test>',
      'RCPT TO:<ada@example.test>',
      'Subject: Hello',
      'The code is: 123456',
      '..',
    ]),
  )
})

test('rejects if the mail server is unreachable', async () => {
  const server = await startMailServer()
  server.stop()
  await expect(deliverBySmtp(server.url, 'quarterdeck@example.test')(mail)).rejects.toThrow('ECONNREFUSED')
})

test('without a mail server writes a mail to a file that only its owner can read', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'outbox')
  const at = new Date('2026-11-21T12:00:00Z')
  await deliverToOutbox(folder, 'quarterdeck@example.test', () => at)(mail)
  const [name = ''] = await readdir(folder)
  expect(name).toMatch(/^2026-11-21T12-00-00-000Z-[\da-f]{6}\.eml$/)
  expect((await readFile(join(folder, name), 'utf8')).split('\r\n')).toEqual([
    'From: quarterdeck@example.test',
    'To: ada@example.test',
    'Subject: Hello',
    'Date: Sat, 21 Nov 2026 12:00:00 GMT',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'The code is: 123456\n.\nEnd',
    '',
  ])
  expect([(await stat(folder)).mode & 0o777, (await stat(join(folder, name))).mode & 0o777]).toEqual([0o700, 0o600])
  await rm(folder, { recursive: true })
})
