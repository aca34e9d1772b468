import { fileURLToPath } from 'node:url'
import { examples } from '#tests/expression-examples.ts'
import { places } from '#relay/backend/templates/places/places.ts'
import { languageNames, type TemplateLanguage } from '#relay/backend/templates/template-language.ts'

export const expressionsPagePath = fileURLToPath(new URL('../docs/expressions.md', import.meta.url))

const table = (rows: readonly (readonly string[])[]): string => {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', String.raw`\|`)))
  const widths = (cells[0] ?? []).map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...rest] = cells
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n')
}

const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)

const placesTable = (): string =>
  table([
    ['Place', 'Keys', 'Languages'],
    ...places.map(({ title, keys, languages }) => [
      title,
      keys.map(code).join(', '),
      languages.map((language) => languageNames[language]).join(', '),
    ]),
  ])

const variableTables = (): string =>
  places
    .map(({ title, variables, functions }) => {
      const own = functions.length === 0 ? '' : `\n\nFunctions of this place: ${functions.map(code).join(', ')}.`
      const rows = variables.map(({ name, description }) => [code(name), description])
      return `### ${title}\n\n${table([['Variable', 'Value'], ...rows])}${own}`
    })
    .join('\n\n')

const examplesTable = (language: TemplateLanguage): string =>
  table([
    [languageNames[language], 'Result'],
    ...examples
      .filter((example) => example.language === language)
      .map(({ source, result }) => [code(source), code(JSON.stringify(result))]),
  ])

export const expressionsPage = (): string => `# Expressions

Generated from the code by \`npm run expressions\`. Every variable and every example is checked by a test.

A value of a document is CEL (\`expr\`), a Go template (\`template\`), JSONPath (\`jsonPath\`) or JavaScript (\`javascript\`).
Names of CEL can begin with a dot (\`.config.name\`). Names of Go templates can omit it (\`{{config.name}}\`). JavaScript has
Underscore as \`_\`.

## Places

${placesTable()}

## Variables

Every variable of a place is always defined, and empty where the event or the run has no such resource, except in a
definition of done:
\`check.name == ""\`. Times of rows (\`config.created_at\`) are timestamps in CEL and text in other languages; a comparison
with the time of an absent row is false.

${variableTables()}

## Functions

### CEL

${examplesTable('expr')}

### Go templates

\`{{…}}\` and \`$(…)\` are the same.

${examplesTable('template')}
`
