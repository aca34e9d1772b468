import { describe, expect, test } from 'vitest'
import { findLanguageErrors } from '#tests/language/language-errors.ts'
import { readSource } from '#tests/language/read-source.ts'

const check = (source: string, isTest = false) =>
  findLanguageErrors(readSource('page.tsx', source), { isTest }).map(
    ({ line, message }) => `${String(line)} ${message}`,
  )

describe('reading a source', () => {
  test('lists text for people with its line, and no imports, types, class names, SQL or paths', () => {
    const source = [
      `import { useRow } from './use row.ts'`,
      `type Mode = 'light mode' | 'dark mode'`,
      `const query = sql\`choose all rows\``,
      `const text = 'select id from checks where id = 1'`,
      `export const Page = ({ count }: Props) => (`,
      `  <main className="page wide" aria-label="Checks">`,
      `    Last updated`,
      `    <Row label={\`\${count} rows hidden\`} title='No rows match' hint={\`\${name} failed\`} />`,
      `  </main>`,
      `)`,
    ].join('\n')
    expect(readSource('page.tsx', source).strings).toEqual([
      { line: 6, text: 'Checks' },
      { line: 7, text: 'Last updated' },
      { line: 8, text: '{} rows hidden' },
      { line: 8, text: 'No rows match' },
      { line: 8, text: '{} failed' },
    ])
  })

  test('lists comments without their marks, and leaves directives out', () => {
    const source = `/**\n * Pages are 1-based.\n */\n// One query,\n// which reads all.\nconst a = 1\n\n// oxlint-disable-next-line no-console\n`
    expect(readSource('a.ts', source).comments).toEqual([
      { line: 1, text: 'Pages are 1-based.' },
      { line: 4, text: 'One query, which reads all.' },
    ])
  })
})

describe('the language check', () => {
  test.each(['What', 'Whether', 'How', 'Who', 'Where', 'Which'])('rejects a comment that opens with %s', (word) => {
    expect(check(`/** ${word} it shows. */\nconst a = 1`)).toHaveLength(1)
    expect(check(`// The relay decides ${word.toLowerCase()} it shows.\nconst a = 1`)).toEqual([])
  })

  test('rejects banned words in comments, strings and names with their line', () => {
    expect(
      check(`// Nobody reads it.\nconst reason = 'The refusal was told'\nconst lastTrouble = 1\nconst toldIds = 2`),
    ).toEqual([
      '1 "Nobody": write name the role, or use the passive',
      '2 "refusal": write rejection, denial or error',
      '2 "told": write notified, reported or sent',
      '3 lastTrouble: write error or failure',
      '4 toldIds: write notified, reported or sent',
    ])
  })

  test('checks the titles of a test and not its data', () => {
    expect(check(`test.each(rows)('%s is told', () => expect('nobody reads it').toBe(text))`, true)).toEqual([
      '1 "told": write notified, reported or sent',
    ])
  })

  test('rejects names that end in Of, and no call of indexOf', () => {
    expect(check(`export const rowOf = (rows) => rows.indexOf(1)`)).toEqual([
      '1 rowOf: start with a verb (parse, format, to, find, get, load, list, is) instead of ending in Of',
    ])
  })

  test('accepts plain code', () => {
    expect(check(`/** Milliseconds. */\nexport const parseDelay = (text: string) => Number(text)`)).toEqual([])
  })
})
