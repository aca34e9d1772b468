import { expect, test } from 'vitest'
import { createSilenceSchema, toSilenceTerms, type SilenceForm } from './silence-form.ts'

const form: SilenceForm = {
  name: 'nights',
  until: 'indefinitely',
  other: '',
  filter: 'check.type == "http"',
  description: '',
  recursive: true,
  isRecurring: true,
  days: [1, 2],
  windowFrom: '22:00',
  windowTo: '06:00',
  zone: 'Europe/Berlin',
}

test('writes a recurring silence with its days, times and time zone', () => {
  expect(toSilenceTerms(form, { column: 'check_id', id: 'c1' })).toEqual({
    filter: 'check.type == "http"',
    until: null,
    window: { days: [1, 2], from: '22:00', to: '06:00', zone: 'Europe/Berlin' },
    recursive: true,
    check_id: 'c1',
  })
  expect(toSilenceTerms({ ...form, isRecurring: false }, null)).not.toHaveProperty('window')
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ filter: '' }, 'filter'],
  [{ until: 'other' }, 'other'],
  [{ days: [] }, 'days'],
  [{ windowFrom: '25:00' }, 'windowFrom'],
  [{ windowTo: 'six' }, 'windowTo'],
  [{ zone: 'Mars/Olympus' }, 'zone'],
])('rejects %j', (change, field) => {
  const { error } = createSilenceSchema(false).safeParse({ ...form, ...change })
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
})

test('ignores invalid window fields when the silence is not recurring', () => {
  expect(createSilenceSchema(false).safeParse({ ...form, isRecurring: false, days: [], zone: '' }).success).toBe(true)
})
