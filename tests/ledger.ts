import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values, positionals: areasWanted } = parseArgs({
  options: { missing: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const root = join(import.meta.dirname, '..')

const rows = readFileSync(join(import.meta.dirname, 'ledger.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [id = '', area = '', requirement = ''] = line.split('\t')
    return { id, area, requirement }
  })

const tests = ['shared', 'machines', 'relay', 'client', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:test|spec)\.tsx?$/u.test(file))
    .map((file) => join(root, folder, file)),
)
const named = new Set(
  tests.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\[((?:[A-Z]+-\d+(?:,\s*)?)+)\]/gu)].flatMap(([, ids = '']) =>
      ids.split(/,\s*/u),
    ),
  ),
)

// A reader such as `head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
const print = (line: string) => process.stdout.write(`${line}\n`)
const pad = (count: number) => String(count).padStart(3)
const count = (area: string, of: typeof rows) =>
  print(
    `${area.padEnd(7)} ${pad(of.filter(({ id }) => named.has(id)).length)} of ${pad(of.length)} rows named by a test`,
  )

const areas = [...new Set(rows.map(({ area }) => area))]
const shown = areasWanted.length === 0 ? areas : areas.filter((area) => areasWanted.includes(area))
for (const area of shown) {
  const areaRows = rows.filter((row) => row.area === area)
  count(area, areaRows)
  if (!values.missing) continue
  for (const { id, requirement } of areaRows) if (!named.has(id)) print(`        ${id}  ${requirement}`)
}
count(
  'total',
  rows.filter(({ area }) => shown.includes(area)),
)

const unknownAreas = areasWanted.filter((area) => !areas.includes(area))
if (unknownAreas.length > 0) print(`unknown ledger area: ${unknownAreas.join(', ')} (available: ${areas.join(', ')})`)
const unknown = [...named].filter((id) => !rows.some((row) => row.id === id))
if (unknown.length > 0) print(`named by a test, but not in the ledger: ${unknown.join(', ')}`)
