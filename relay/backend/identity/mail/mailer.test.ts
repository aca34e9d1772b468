import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createMailer, type Mail } from './mailer.ts'

const mail = (to: string): Mail => ({ to, subject: 'Hello', text: 'the code is: 123456' })

test('sends mails one after another without blocking the caller', async () => {
  const sent: string[] = []
  const mailer = createMailer(async ({ to }) => void sent.push(to), pino({ level: 'silent' }))
  mailer.send(mail('a'))
  mailer.send(mail('b'))
  expect(sent).toEqual([])
  await mailer.settled()
  expect(sent).toEqual(['a', 'b'])
})

test('retries a failed mail, then drops it, without logging its text', async () => {
  const log: string[] = []
  const tries: string[] = []
  const deliver = async ({ to }: Mail) => {
    tries.push(to)
    if (to === 'a') throw new Error('no server')
  }
  const mailer = createMailer(deliver, pino({}, { write: (line) => log.push(line) }), [0, 0, 0])
  mailer.send(mail('a'))
  mailer.send(mail('b'))
  await mailer.settled()
  expect(tries).toEqual(['a', 'a', 'a', 'a', 'b'])
  expect(log.map((line) => JSON.parse(line).level)).toEqual([40, 40, 40, 50])
  expect(log.join('')).toContain('no server')
  expect(log.join('')).not.toContain('123456')
})

test('queues at most a thousand mails', async () => {
  const sent: string[] = []
  const mailer = createMailer(async ({ to }) => void sent.push(to), pino({ level: 'silent' }))
  for (let number = 0; number < 1_010; number += 1) mailer.send(mail(String(number)))
  await mailer.settled()
  expect(sent).toHaveLength(1_000)
})
