import { expect, test } from 'vitest'
import { findTermError, parseSearch, type Search } from './search-query.ts'

const show = (search: Search): string =>
  search.kind === 'term'
    ? `${search.field}${search.operator}${search.values.join(';')}`
    : `(${search.parts.map(show).join(search.kind === 'all' ? ' ' : ' | ')})`
const read = (text: string): string | null => {
  const search = parseSearch(text)
  return search && show(search)
}

test.each([
  [`name='web 1'`, 'name="web 1"'],
  [`name='web 1',api`, 'name="web 1",api'],
  [`labels.tier!='front end' 'a b'`, 'labels.tier!="front end" "a b"'],
  ['team in (a, b)', 'team=a,b'],
  ['labels.team notin (a,b) type=node', 'labels.team!=a,b type=node'],
  ['type=node and health=unhealthy', 'type=node health=unhealthy'],
  ['type=node && health=unhealthy', 'type=node health=unhealthy'],
  ['type=node or (health=unhealthy and not status=Lost)', 'type=node | (health=unhealthy -status=Lost)'],
  ['not type=node', '-type=node'],
])('%s means the same as %s', (written, meant) => {
  expect(read(written)).not.toBeNull()
  expect(read(written)).toBe(read(meant))
})

test.each([
  ["name=o'brien", "((name=o'brien))"],
  ["o'brien's", "((name=o'brien's*))"],
  ['search and rescue', '((name=search* name=and* name=rescue*))'],
  ['not found', '((name=not* name=found*))'],
  [`"it's 'x' y"`, `((name=it's 'x' y*))`],
])('%s is a search by name', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test.each([
  ["name='web 1", 'the quote at position 6 is not closed'],
  ['type=node name~web', 'the operator ~ at position 11 is not known, use = with * as in name=web-*'],
  ['labels.app=~web.*', 'the operator ~ at position 1 is not known, use = with * as in name=web-*'],
  ['status!~web', 'the operator ~ at position 1 is not known, use = with * as in name=web-*'],
  ['name=a~b', undefined],
])('%s has the error %s', (text, expected) => {
  const search = parseSearch(text)
  expect(search && findTermError(text, search)).toBe(expected)
})
