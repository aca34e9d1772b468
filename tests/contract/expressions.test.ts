import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { expressionsPage, expressionsPagePath } from '#tests/expressions-page.ts'

test('docs/expressions.md is current (npm run expressions)', async () => {
  expect(await readFile(expressionsPagePath, 'utf8')).toBe(expressionsPage())
})
