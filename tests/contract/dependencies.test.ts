import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const document = read('DEPENDENCIES.md')
const manifestSchema = z.object({ overrides: z.record(z.string(), z.record(z.string(), z.string())) })
const manifest = manifestSchema.parse(JSON.parse(read('package.json')))
const rows = document.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))

const overrides = Object.entries(manifest.overrides).flatMap(([owner, packages]) =>
  Object.entries(packages).map(([name, version]) => ({
    name: `\`${owner}\` > \`${name}\``,
    value: version.startsWith('npm:empty-npm-package') ? 'empty' : version,
  })),
)

test.each(overrides)('DEPENDENCIES.md explains the override $name', ({ name, value }) => {
  const reason = rows.find(([, override, written]) => override === name && written === value)?.[3]
  expect(reason).toMatch(/\w.*\.$/)
})

test('DEPENDENCIES.md lists only overrides of package.json', () => {
  const listed = rows.flatMap(([, name]) => (name?.includes(' > ') ? [name] : []))
  expect(listed).toEqual(overrides.map(({ name }) => name))
})
