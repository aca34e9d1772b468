import { readdirSync } from 'node:fs'

const folders = ['shared', 'machines', 'relay', 'client', 'tests', 'docs']
const files: readonly string[] = [
  ...readdirSync('.'),
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  ),
].toSorted()

/** TypeScript files of the project, relative to its root. */
export const listSources = (): readonly string[] => files.filter((file) => /\.tsx?$/u.test(file))

/** Tests and all that exists for them. */
export const isTestFile = (file: string): boolean => file.startsWith('tests/') || /\.test\.tsx?$/u.test(file)

/** The glossary names the banned words itself. */
export const listDocuments = (): readonly string[] =>
  files.filter((file) => file.endsWith('.md') && file !== 'docs/glossary.md')
