import { ServiceError } from '#relay/backend/clients/http/json-service.ts'

interface PushInHalvesOptions<Row> {
  readonly push: (rows: readonly Row[]) => Promise<void>
  readonly giveUp: (row: Row, error: ServiceError) => Promise<void>
}

export const pushInHalves = async <Row>(
  rows: readonly Row[],
  { push, giveUp }: PushInHalvesOptions<Row>,
): Promise<void> => {
  const [first] = rows
  if (first === undefined) return
  try {
    await push(rows)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (rows.length === 1) return giveUp(first, error)
    const middle = Math.ceil(rows.length / 2)
    await pushInHalves(rows.slice(0, middle), { push, giveUp })
    await pushInHalves(rows.slice(middle), { push, giveUp })
  }
}
