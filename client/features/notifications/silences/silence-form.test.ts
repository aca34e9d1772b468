import { expect, test } from 'vitest'
import { askableTerms, createSilenceSchema, toSilenceTerms, type SilenceForm } from './silence-form.ts'

const form: SilenceForm = {
  name: 'nights',
  until: 'indefinitely',
  other: '',
  selectors: '',
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
  [{ selectors: 'types: [Kubernetes::Pod]' }, 'selectors'],
  [{ selectors: '- types: [' }, 'selectors'],
  [{ until: 'other' }, 'other'],
  [{ days: [] }, 'days'],
  [{ windowFrom: '25:00' }, 'windowFrom'],
  [{ windowTo: 'six' }, 'windowTo'],
  [{ zone: 'Mars/Olympus' }, 'zone'],
])('rejects %j', (change, field) => {
  const { error } = createSilenceSchema(false).safeParse({ ...form, ...change })
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
})

test('selectors need no filter, and are sent as a list [NOTIF-05]', () => {
  const selected = { ...form, filter: '', selectors: '- types: [Kubernetes::Pod]\n  namespace: shop\n' }
  expect(createSilenceSchema(false).safeParse(selected).success).toBe(true)
  expect(askableTerms(selected, null)).toMatchObject({
    filter: null,
    selectors: [{ types: ['Kubernetes::Pod'], namespace: 'shop' }],
  })
  expect(toSilenceTerms(form, null)).not.toHaveProperty('selectors')
  expect(askableTerms({ ...form, selectors: '- types: [' }, null)).toBeNull()
})

test('ignores invalid window fields when the silence is not recurring', () => {
  expect(createSilenceSchema(false).safeParse({ ...form, isRecurring: false, days: [], zone: '' }).success).toBe(true)
})
