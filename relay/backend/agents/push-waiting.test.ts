import { expect, test } from 'vitest'
import { fitting } from './push-waiting.ts'

const makeRow = (megabytes: number) => ({ row: { text: 'x'.repeat(megabytes * 2 ** 20) }, mark: `${megabytes}` })
const marks = (rows: readonly { readonly mark: string }[]) => rows.map(({ mark }) => mark)

test('takes as many rows as fit into one request, sends a long one alone, skips those too long', () => {
  const { fit, tooLong } = fitting([makeRow(1), makeRow(7), makeRow(0.5), makeRow(4)])
  expect([marks(fit), marks(tooLong)]).toEqual([['1', '0.5'], ['7']])
  expect(marks(fitting([makeRow(4), makeRow(1)]).fit)).toEqual(['4'])
})
