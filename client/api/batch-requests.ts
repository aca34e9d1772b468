import { toSlices } from '#shared/primitives/to-slices.ts'

interface Waiting<Result> {
  readonly id: string
  readonly resolve: (result: Result | null) => void
  readonly reject: (error: unknown) => void
}

export const batchRequests = <Result>(
  most: number,
  ask: (ids: readonly string[]) => Promise<Readonly<Record<string, Result>>>,
): ((id: string) => Promise<Result | null>) => {
  let waiting: Waiting<Result>[] = []
  const send = async (batch: readonly Waiting<Result>[]) => {
    try {
      const results = await ask([...new Set(batch.map(({ id }) => id))])
      for (const { id, resolve } of batch) resolve(results[id] ?? null)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  const sendAll = () => {
    const all = waiting
    waiting = []
    for (const batch of toSlices(all, most)) void send(batch)
  }
  return (id) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(sendAll)
      waiting.push({ id, resolve, reject })
    })
}
