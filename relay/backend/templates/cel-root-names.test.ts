import { expect, test } from 'vitest'
import { withoutLeadingDots } from './cel-root-names.ts'

test.each([
  ['.config.name == "a"', ' config.name == "a"'],
  ['matchQuery(.config, "type=A")', 'matchQuery( config, "type=A")'],
  ['x in .list && !.flag', 'x in  list && ! flag'],
  ['a ? .b : .c', 'a ?  b :  c'],
  ['{"k": .v}[.k]', '{"k":  v}[ k]'],
  ['a.b[0].c(d).e', 'a.b[0].c(d).e'],
  ['"x".size() + 1.5', '"x".size() + 1.5'],
  ['a\n  .b', 'a\n  .b'],
  ["' .a' + \"(.b\" + r'\\.c'", "' .a' + \"(.b\" + r'\\.c'"],
  ['// .a\n.b', '// .a\n b'],
  ['a.?b.orValue(.c)', 'a.?b.orValue( c)'],
])('%s', (source, expected) => {
  expect(withoutLeadingDots(source)).toBe(expected)
})
