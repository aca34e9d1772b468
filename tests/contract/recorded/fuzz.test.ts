import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readRows } from '#shared/primitives/read-rows.ts'
import { fieldPaths, fuzzKinds, withField } from '#tests/fixtures/fuzz-values.ts'
import { listRecordings, recorded, type Recording } from '#tests/fixtures/replay-backend.ts'
import { fits, formatRequestLine } from './readers-for.ts'
import { responseReaders } from './readers.ts'

const rowsSchema = z.array(z.record(z.string(), z.unknown()))

const readFirst = (schema: z.ZodArray, { request, body }: Recording) => {
  const [row] = rowsSchema.safeParse(body).data ?? []
  return row !== undefined && schema.element instanceof z.ZodObject && schema.element.safeParse(row).success
    ? [{ element: schema.element, row, line: formatRequestLine(request) }]
    : []
}

const cases = (['head', 'head-2026-11'] as const).flatMap((folder) =>
  listRecordings(folder)
    .map((name) => recorded(folder, name))
    .filter(({ status }) => status < 300)
    .flatMap((recording) =>
      responseReaders.flatMap(([request, schema]) =>
        schema instanceof z.ZodArray && fits(request, recording.request) ? readFirst(schema, recording) : [],
      ),
    ),
)

/** Identities, numbers and booleans that a row cannot be shown without. */
const required = new Set(['id', 'check_id', 'playbook_id', 'person_id', 'count', 'status', 'timeout'])

describe.each(Object.entries(fuzzKinds))('a field that is %s', (_name, change) => {
  test('never hides the other rows of a response, and hides its own row only if a result needs it', () => {
    const lost = new Set<string>()
    const hidden = cases.flatMap(({ element, row, line }) =>
      fieldPaths(row).flatMap((path) => {
        const other = element.parse(row)
        const rows = readRows(element, [withField(row, path, change), row], () => undefined)
        if (rows.length < 2) lost.add(path.at(-1) ?? '')
        return JSON.stringify(rows.at(-1)) === JSON.stringify(other) ? [] : [`${line} ${path.join('.')}`]
      }),
    )
    expect(cases.length).toBeGreaterThan(100)
    expect(hidden).toEqual([])
    expect([...lost].filter((field) => !required.has(field))).toEqual([])
  })
})
