import { expect, test } from 'vitest'
import { findLinkedPage } from './linked-page.ts'

test.each([
  ['<https://a.example.test/?page=2>; rel="next"', 'https://a.example.test/?page=2'],
  ['</first>; rel="first", </second>; rel=next', '/second'],
  ['</second>; title="x"; rel="next"; type="json"', '/second'],
  ['</first>; rel="prev"', undefined],
  ['</first>; rel="nextish"', undefined],
  [undefined, undefined],
])('reads the next page of the Link header %j', (header, page) => {
  expect(findLinkedPage(header)).toBe(page)
})
