import type { DataApiResponse } from '#relay/backend/data-api/http/data-api-response.ts'
import type { DataApiContext, DataApiRequest } from '#relay/backend/data-api/request.ts'
import { inTransaction } from '#relay/backend/data-api/run.ts'
import type { Queryable } from '#relay/database/database.ts'

export const rollingBack = async (
  { database }: DataApiContext,
  { viewer, preferences: { tx, timezone } }: DataApiRequest,
  readOnly: boolean,
  work: (transaction: Queryable) => Promise<DataApiResponse>,
): Promise<DataApiResponse> => {
  const rollback = new Error('rolled back on request')
  let rolledBack: DataApiResponse | undefined
  try {
    return await inTransaction(database, { readOnly, timezone, actor: viewer.id }, async (transaction) => {
      const response = await work(transaction)
      if (tx !== 'rollback') return response
      rolledBack = response
      throw rollback
    })
  } catch (error) {
    if (error === rollback && rolledBack !== undefined) return rolledBack
    throw error
  }
}
