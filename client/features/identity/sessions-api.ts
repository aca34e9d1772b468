import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { flowAnswerOf } from '#shared/identity/flow-answer.ts'
import { identitySessionSchema, type IdentitySession } from '#shared/identity/session.ts'
import { ApiError } from '#client/api/api-error.ts'
import { frontendApi } from './identity-client.ts'

const read = <T>(schema: z.ZodType<T>, where: string, { status, data }: { status: number; data: unknown }): T => {
  if (status < 300) return schema.parse(data)
  const answer = flowAnswerOf(status, data)
  const message = answer.kind === 'refused' ? answer.reason : 'The sign-in service refused this.'
  throw new ApiError({ kind: 'answered', status, message, where })
}

interface MySessions {
  readonly current: IdentitySession
  /** Newest first, without the current one. */
  readonly others: readonly IdentitySession[]
}

/** Where this person is signed in. */
export const mySessionsQuery = queryOptions({
  queryKey: ['identity', 'sessions'],
  queryFn: async (): Promise<MySessions> => {
    const [current, others] = await Promise.all([frontendApi.toSession(), frontendApi.listMySessions()])
    return {
      current: read(identitySessionSchema, 'GET /sessions/whoami', current),
      others: read(z.array(identitySessionSchema), 'GET /sessions', others).filter(({ active }) => active !== false),
    }
  },
  staleTime: 0,
  meta: { failsOnPage: true },
})

/** Signs one device out. */
export const endSession = async (id: string): Promise<void> => {
  read(z.unknown(), 'DELETE /sessions/{id}', await frontendApi.disableMySession({ id }))
}

/** Signs every device out but this one. */
export const endOtherSessions = async (): Promise<void> => {
  read(z.unknown(), 'DELETE /sessions', await frontendApi.disableMyOtherSessions())
}
