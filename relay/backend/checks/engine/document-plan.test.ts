import { expect, test } from 'vitest'
import { parseDocuments } from '#relay/backend/resources/parse-documents.ts'
import { readCanarySpec } from '#relay/backend/checks/spec/canary-spec.ts'
import type { CanaryRow } from '#relay/backend/checks/store/canary-store.ts'
import { planDocuments } from './document-plan.ts'

const read = (spec: unknown) => readCanarySpec(spec, [])
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

test('changes nothing for a document that is already stored', async () => {
  expect(await plan({ 'web.yaml': text('web') }, [row()])).toEqual({
    ...nothing,
    inForce: [['k1', 'ConfigFile/web.yaml', '']],
  })
})

test('keeps the canary of a document that moved to another file', async () => {
  expect(await plan({ 'other.yaml': text('web') }, [row()])).toEqual({
    ...nothing,
    inForce: [['k1', 'ConfigFile/other.yaml', '']],
    writes: [['k1', 'ConfigFile/other.yaml']],
  })
})

test('restores a deleted canary when its document comes back', async () => {
  const { writes } = await plan({ 'web.yaml': text('web') }, [row({ deleted_at: '2026-01-01T00:00:00Z' })])
  expect(writes).toEqual([['k1', 'ConfigFile/web.yaml']])
})

test('deletes a row without its document and keeps rows with other sources', async () => {
  expect(await plan({}, [row(), row({ id: 'k2', source: 'UI' }), row({ id: 'k3', source: null })])).toEqual({
    ...nothing,
    inForce: [
      ['k2', 'UI', ''],
      ['k3', null, ''],
    ],
    deletes: ['k1'],
  })
})

test('rejects the second of two documents with one name', async () => {
  const { inForce, errors } = await plan({ 'a.yaml': text('web'), 'web.yaml': text('web') }, [row()])
  expect(inForce).toEqual([['k1', 'ConfigFile/a.yaml', '']])
  expect(errors).toEqual([['web.yaml', 'Canary shop/web is already defined in a.yaml.']])
})

test('keeps the canary of a broken document and deletes the other canaries of the file', async () => {
  const { inForce, deletes, errors } = await plan({ 'web.yaml': `${text('web')}  http: [` }, [
    row(),
    row({ id: 'k2', name: 'gone' }),
  ])
  expect(inForce).toEqual([
    [
      'k1',
      'ConfigFile/web.yaml',
      expect.stringMatching(
        /^A newer version of the document was rejected, the last valid one stays active\. web\.yaml:\d+:\d+: Invalid YAML: /,
      ),
    ],
  ])
  expect({ deletes, errors }).toEqual({ deletes: ['k2'], errors: [] })
})

test('an invalid schedule is rejected over a valid one, and otherwise stored with its error', async () => {
  const files = { 'web.yaml': text('web', 'often') }
  const { inForce } = await plan(files, [row()])
  expect(inForce).toEqual([
    ['k1', 'ConfigFile/web.yaml', expect.stringMatching(/web\.yaml:6:3: Invalid schedule "often"\. Use /)],
  ])
  expect((await plan(files, [])).writes).toEqual([[expect.any(String), 'ConfigFile/web.yaml']])
})
