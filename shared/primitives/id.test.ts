import { expect, test } from 'vitest'
import { isId } from './id.ts'

test.each([
  ['one that is made of a ULID, which is no UUID by RFC 9562', '01a20519-d3cf-6faf-205a-b3cbe7a4b05f', true],
  ['the id of the backend’s own agent', '00000000-0000-0000-0000-000000000000', true],
  ['a random UUID', '3f2b8c1e-9d4a-4e6f-8b21-7c5d9e0f1a2b', true],
  ['one in capitals', '01A20519-D3CF-6FAF-205A-B3CBE7A4B05F', true],
  ['one that is too short', '01a20519-d3cf-6faf-205a-b3cbe7a4b05', false],
  ['one without dashes', '01a20519d3cf6faf205ab3cbe7a4b05f', false],
  ['a path', '../people', false],
  ['a letter that is no hex digit', 'g1a20519-d3cf-6faf-205a-b3cbe7a4b05f', false],
])('%s: %s is an id: %s', (_description, text, is) => expect(isId(text)).toBe(is))
