import { expect, test } from 'vitest'
import { createEndSchema, formatEnd } from './silence-end.ts'

const schema = createEndSchema('Europe/Berlin', () => Date.parse('2026-11-29T09:00:00Z'))

test.each([
  ['indefinitely', '', null],
  ['now+4h', '', '2026-11-29T13:00:00.000Z'],
  ['now+7d', '', '2026-12-06T09:00:00.000Z'],
  ['other', 'now+90m', '2026-11-29T10:30:00.000Z'],
  ['other', '2026-12-24 18:00', '2026-12-24T17:00:00.000Z'],
  ['other', '2026-12-24T18:00:00Z', '2026-12-24T18:00:00.000Z'],
])('%s %s ends at %s [NOTIF-05]', (until, other, end) => {
  expect(schema.parse({ until, other })).toBe(end)
})

test.each([
  ['2026-11-29T08:00:00Z', 'The time is in the past. Remove the silence to end it now.'],
  ['', 'Enter a time.'],
  ['whenever', 'For example'],
])('rejects the end %j', (other, message) => {
  const { error } = schema.safeParse({ until: 'other', other })
  expect(error?.issues).toMatchObject([{ path: ['other'], message: expect.stringContaining(message) as string }])
})

test('shows the end in the time zone of the person, as it can be typed', () => {
  expect(formatEnd('2026-12-24T17:00:00.000+00:00', 'Europe/Berlin')).toBe('2026-12-24 18:00')
  expect(formatEnd(null, 'Europe/Berlin')).toBe('')
})
