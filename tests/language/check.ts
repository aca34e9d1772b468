/** `npm run check:language`: holds source and documents to docs/glossary.md. */
import { readFileSync } from 'node:fs'
import { findLanguageErrors, findProseErrors } from './language-errors.ts'
import { isTestFile, listDocuments, listSources } from './list-sources.ts'
import { readSource } from './read-source.ts'

let count = 0
const report = (file: string, line: number, message: string) => {
  count += 1
  process.stdout.write(`${file}:${String(line)} ${message}\n`)
}
for (const file of listSources()) {
  const source = readSource(file, readFileSync(file, 'utf8'))
  for (const { line, message } of findLanguageErrors(source, { isTest: isTestFile(file) })) report(file, line, message)
}
for (const file of listDocuments()) {
  for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    for (const message of findProseErrors(text.replaceAll(/`[^`]*`/gu, ''))) report(file, index + 1, message)
  }
}
if (count > 0) {
  process.stdout.write(`${String(count)} language errors; docs/glossary.md has the words\n`)
  process.exitCode = 1
}
