import { toError } from '#shared/primitives/thrown-error.ts'
interface Failure<R> {
  readonly row: R
  readonly error: Error
}

const atOnce = 4

/** A failure does not stop the others. */
export const actOnAll = async <R>(
  rows: readonly R[],
  act: (row: R) => Promise<unknown>,
): Promise<readonly Failure<R>[]> => {
  const failures: Failure<R>[] = []
  const queue = rows.values()
  const work = async () => {
    for (const row of queue) {
      try {
        await act(row)
      } catch (error) {
        failures.push({ row, error: toError(error) })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return failures
}
