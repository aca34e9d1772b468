import { expect, test } from 'vitest'
import { parseDocuments } from '#relay/backend/resources/parse-documents.ts'
import { readCanarySpec } from './canary-spec.ts'
import type { CanaryRow } from './canary-store.ts'
import { planDocuments } from './document-plan.ts'

const read = (spec: unknown) => readCanarySpec(spec, { here: [], elsewhere: {} })
const text = (name: string, schedule = '@hourly') =>
  `kind: Canary\nmetadata:\n  name: ${name}\n  namespace: shop\nspec:\n  schedule: "${schedule}"\n`
const row = (over: Partial<CanaryRow> = {}): CanaryRow => ({
  id: 'k1',
  name: 'web',
  namespace: 'shop',
  labels: {},
  annotations: {},
  spec: { schedule: '@hourly' },
  source: 'ConfigFile/web.yaml',
  deleted_at: null,
  ...over,
})
const plan = async (files: Record<string, string>, rows: readonly CanaryRow[]) => {
  const parsed = Object.entries(files).map(([file, content]) => parseDocuments(file, content))
  const { inForce, writes, deletes, errors } = await planDocuments(
    parsed.flatMap(({ documents }) => documents),
    parsed.flatMap((file) => file.errors),
    rows,
    read,
  )
  return {
    inForce: inForce.map((canary) => [canary.row.id, canary.row.source, canary.rejection]),
    writes: writes.map(({ id, source }) => [id, source]),
    deletes,
    errors: errors.map(({ file, reason }) => [file, reason]),
  }
}
const nothing = { writes: [], deletes: [], errors: [] }

test('a document that is stored already changes nothing', async () => {
  expect(await plan({ 'web.yaml': text('web') }, [row()])).toEqual({
    ...nothing,
    inForce: [['k1', 'ConfigFile/web.yaml', '']],
  })
})

test('a document that moved to another file stays the same canary', async () => {
  expect(await plan({ 'other.yaml': text('web') }, [row()])).toEqual({
    ...nothing,
    inForce: [['k1', 'ConfigFile/other.yaml', '']],
    writes: [['k1', 'ConfigFile/other.yaml']],
  })
})

test('a deleted canary whose document comes back is the same one again', async () => {
  const { writes } = await plan({ 'web.yaml': text('web') }, [row({ deleted_at: '2026-01-01T00:00:00Z' })])
  expect(writes).toEqual([['k1', 'ConfigFile/web.yaml']])
})

test('a row whose document is gone is deleted; rows with other sources are in force as they are', async () => {
  expect(await plan({}, [row(), row({ id: 'k2', source: 'UI' }), row({ id: 'k3', source: null })])).toEqual({
    ...nothing,
    inForce: [
      ['k2', 'UI', ''],
      ['k3', null, ''],
    ],
    deletes: ['k1'],
  })
})

test('of two documents with one name the second is refused', async () => {
  const { inForce, errors } = await plan({ 'a.yaml': text('web'), 'web.yaml': text('web') }, [row()])
  expect(inForce).toEqual([['k1', 'ConfigFile/a.yaml', '']])
  expect(errors).toEqual([['web.yaml', 'The canary shop/web is already defined in a.yaml.']])
})

test('a document that broke leaves its canary as it was, and no other canary of the file', async () => {
  const { inForce, deletes, errors } = await plan({ 'web.yaml': `${text('web')}  http: [` }, [
    row(),
    row({ id: 'k2', name: 'gone' }),
  ])
  expect(inForce).toEqual([
    [
      'k1',
      'ConfigFile/web.yaml',
      expect.stringMatching(
        /^A newer version of the document is refused, the last good one stays in force\. web\.yaml:\d+:\d+: The YAML is broken/,
      ),
    ],
  ])
  expect({ deletes, errors }).toEqual({ deletes: ['k2'], errors: [] })
})

test('a schedule that is none is refused where a good one was, and stored with its problem where none was', async () => {
  const files = { 'web.yaml': text('web', 'often') }
  const { inForce } = await plan(files, [row()])
  expect(inForce).toEqual([['k1', 'ConfigFile/web.yaml', expect.stringMatching(/web\.yaml:6:3: The schedule "often"/)]])
  expect((await plan(files, [])).writes).toEqual([[expect.any(String), 'ConfigFile/web.yaml']])
})
