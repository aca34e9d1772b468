import type { Queryable } from '#relay/database/database.ts'

const mostRemembered = 5_000
const laterSql = 'update people set last_login = $2 where id = $1 and (last_login is null or last_login < $2)'

export const keepSignInTimes = (database: Queryable) => {
  const known = new Map<string, string>()
  return async (personId: string, signedInAt: string | null): Promise<void> => {
    if (signedInAt === null || known.get(personId) === signedInAt) return
    await database.query(laterSql, [personId, signedInAt])
    known.delete(personId)
    known.set(personId, signedInAt)
    const [oldest] = known.keys()
    if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest)
  }
}
