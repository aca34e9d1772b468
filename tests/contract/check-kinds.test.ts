import { expect, test } from 'vitest'
import { findUntestedKinds, formatCheckKinds } from '#tests/fixtures/check-kinds-page.ts'

/** `npx vitest run --project server tests/contract/check-kinds.test.ts -u` writes the file. */
test('docs/checks.md lists the kinds of the code', async () => {
  await expect(formatCheckKinds()).toMatchFileSnapshot('../../docs/checks.md')
})

test('every kind has a test', () => {
  expect(findUntestedKinds()).toEqual([])
})
