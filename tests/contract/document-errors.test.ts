import { expect, test } from 'vitest'
import { formatDocumentErrors } from '#tests/fixtures/document-errors.ts'

/** `npx vitest run --project server tests/contract/document-errors.test.ts -u` writes the file. */
test('docs/document-errors.md lists the rejections of the code', async () => {
  await expect(await formatDocumentErrors()).toMatchFileSnapshot('../../docs/document-errors.md')
})
