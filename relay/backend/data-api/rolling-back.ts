import type { DataApiResponse } from '#relay/backend/data-api/http/data-api-response.ts'
import type { DataApiContext, DataApiRequest } from '#relay/backend/data-api/request.ts'
import { inTransaction } from '#relay/backend/data-api/run.ts'
import type { Queryable } from '#relay/database/database.ts'

class RolledBack extends Error {
  readonly response: DataApiResponse
  constructor(response: DataApiResponse) {
    super('rolled back on request')
    this.response = response
  }
}

export const rollingBack = async (
  { database }: DataApiContext,
  { viewer, preferences: { tx, timezone } }: DataApiRequest,
  readOnly: boolean,
  work: (transaction: Queryable) => Promise<DataApiResponse>,
): Promise<DataApiResponse> => {
  try {
    return await inTransaction(database, { readOnly, timezone, actor: viewer.id }, async (transaction) => {
      const response = await work(transaction)
      if (tx === 'rollback') throw new RolledBack(response)
      return response
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.response
    throw error
  }
}
