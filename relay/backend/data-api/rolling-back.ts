import type { Answer } from '#relay/backend/data-api/http/answer.ts'
import type { DataApiContext, DataApiRequest } from '#relay/backend/data-api/request.ts'
import { inTransaction } from '#relay/backend/data-api/run.ts'
import type { Queryable } from '#relay/database/database.ts'

class RolledBack extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super('rolled back as asked')
    this.answer = answer
  }
}

/** Answers from a transaction that is committed, or rolled back where the request prefers `tx=rollback`. */
export const rollingBack = async (
  { database }: DataApiContext,
  { viewer, preferences: { tx, timezone } }: DataApiRequest,
  readOnly: boolean,
  work: (transaction: Queryable) => Promise<Answer>,
): Promise<Answer> => {
  try {
    return await inTransaction(database, { readOnly, timezone, actor: viewer.id }, async (transaction) => {
      const answer = await work(transaction)
      if (tx === 'rollback') throw new RolledBack(answer)
      return answer
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.answer
    throw error
  }
}
