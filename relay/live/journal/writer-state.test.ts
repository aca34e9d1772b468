import { expect, test } from 'vitest'
import { nextWriterState, working, type WriterInput, type WriterState } from './writer-state.ts'

const after = (...inputs: readonly WriterInput[]) => inputs.reduce<WriterState>(nextWriterState, working)
const failed: WriterInput = { kind: 'failed', reason: 'It is full.' }
const unswept: WriterInput = { kind: 'unswept', reason: 'It is busy.' }

test('backs off after failed writes, up to 30 s', () => {
  expect(after(failed)).toEqual({ kind: 'failing', reason: 'It is full.', retryMs: 1_000 })
  expect(after(failed, failed)).toMatchObject({ retryMs: 2_000 })
  expect(after(...Array.from({ length: 9 }, () => failed))).toMatchObject({ retryMs: 30_000 })
  expect(after(failed, failed, { kind: 'written' })).toEqual(working)
})

test('reports a failed sweep without delaying writes', () => {
  expect(after(unswept)).toEqual({ kind: 'failing', reason: 'It is busy.', retryMs: 0 })
  expect(after(failed, unswept)).toEqual({ kind: 'failing', reason: 'It is busy.', retryMs: 1_000 })
  expect(after(unswept, failed)).toMatchObject({ retryMs: 1_000 })
})
