import { expect, test } from 'vitest'
import { askableTerms, silenceSchema, toSilenceTerms, type SilenceForm } from './silence-form.ts'

const form: SilenceForm = {
  name: 'nights',
  resource: null,
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
  expect(toSilenceTerms({ ...form, resource: { column: 'check_id', id: 'c1', name: 'web' } })).toEqual({
    filter: 'check.type == "http"',
    until: null,
    window: { days: [1, 2], from: '22:00', to: '06:00', zone: 'Europe/Berlin' },
    recursive: true,
    check_id: 'c1',
  })
  expect(toSilenceTerms({ ...form, isRecurring: false })).not.toHaveProperty('window')
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
  const { error } = silenceSchema.safeParse({ ...form, ...change })
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
})

test('selectors need no filter, and are sent as a list [NOTIF-05]', () => {
  const selected = { ...form, filter: '', selectors: '- types: [Kubernetes::Pod]\n  namespace: shop\n' }
  expect(silenceSchema.safeParse(selected).success).toBe(true)
  expect(askableTerms(selected)).toMatchObject({
    filter: null,
    selectors: [{ types: ['Kubernetes::Pod'], namespace: 'shop' }],
  })
  expect(toSilenceTerms(form)).not.toHaveProperty('selectors')
  expect(askableTerms({ ...form, selectors: '- types: [' })).toBeNull()
})

test('a chosen resource needs neither filter nor selectors [NOTIF-05]', () => {
  const chosen = { ...form, filter: '', resource: { column: 'component_id', id: 'c1', name: 'shop' } as const }
  expect(silenceSchema.safeParse(chosen).success).toBe(true)
  expect(askableTerms(chosen)).toMatchObject({ component_id: 'c1', filter: null })
})

test('ignores invalid window fields when the silence is not recurring', () => {
  expect(silenceSchema.safeParse({ ...form, isRecurring: false, days: [], zone: '' }).success).toBe(true)
})
