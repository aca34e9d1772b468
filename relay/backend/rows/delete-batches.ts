/** Repeats `deleteBatch` while it deletes a full batch. In batches, no table is locked for long. */
export const deleteBatches = async (batch: number, deleteBatch: () => Promise<number>): Promise<number> => {
  let deleted = 0
  for (;;) {
    const count = await deleteBatch()
    deleted += count
    if (count < batch) return deleted
  }
}
