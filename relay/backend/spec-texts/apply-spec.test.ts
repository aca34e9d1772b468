import { expect, test } from 'vitest'
import { applySpec } from './apply-spec.ts'

const text = `# Shop front
schedule: "@every 30s" # often

http:
  # the home page
  - name: home
    url: https://shop.example
  # pays the bills
  - name: checkout
    url: 'https://shop.example/pay' # slow
    responseCodes: [200, 204]
`

const spec = () => ({
  http: [
    { name: 'home', url: 'https://shop.example' },
    { name: 'checkout', url: 'https://shop.example/pay', responseCodes: [200, 204] },
  ],
  schedule: '@every 30s',
})

test('a text with the same value is unchanged, to the byte', () => {
  expect(applySpec(text, spec())).toBe(text)
})

test('a change keeps the comments and the key order of everything else', () => {
  const [home, checkout] = spec().http
  const wanted = { ...spec(), owner: 'ann', http: [home, { ...checkout, url: '***', responseCodes: [200] }] }
  expect(applySpec(text, wanted)).toBe(
    text.replace("'https://shop.example/pay'", "'***'").replace('[200, 204]', '[200]') + 'owner: ann\n',
  )
})

test('an entry that is inserted or removed leaves the comments of the others at their entries', () => {
  const [home, checkout] = spec().http
  const fresh = { name: 'search', url: 'https://shop.example/search' }
  expect(applySpec(text, { ...spec(), http: [fresh, home, checkout] })).toContain(
    '  # the home page\n  - name: home\n    url: https://shop.example\n  # pays the bills\n  - name: checkout\n',
  )
  const less = applySpec(text, { ...spec(), http: [checkout] })
  expect(less).not.toContain('home')
  expect(less).toContain("  - name: checkout\n    url: 'https://shop.example/pay' # slow\n")
})

test('a removed key takes only its own comment away', () => {
  const { http } = spec()
  expect(applySpec(text, { http })).toBe(text.replace('schedule: "@every 30s" # often\n\n', ''))
})

test('an alias stays where its value is unchanged', () => {
  const aliased = 'a: &x { b: 1 } # first\nc: *x\nd: 1\n'
  expect(applySpec(aliased, { a: { b: 1 }, c: { b: 1 }, d: 2 })).toBe('a: &x { b: 1 } # first\nc: *x\nd: 2\n')
  expect(applySpec(aliased, { a: { b: 2 }, c: { b: 1 }, d: 1 })).toContain('# first')
})

test('a text that does not parse, or is no map, has no such text', () => {
  expect(['a: [', '- a', 'a: *b', ''].map((broken) => applySpec(broken, { a: 1 }))).toEqual([null, null, null, null])
})
