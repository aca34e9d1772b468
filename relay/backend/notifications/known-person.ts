import type { FastifyReply } from 'fastify'
import { isId } from '#shared/primitives/id.ts'
import type { Queryable } from '#relay/database/database.ts'

export const isKnownPerson = async (database: Queryable, personId: string): Promise<boolean> =>
  isId(personId) && (await database.query('select 1 from people where id = $1', [personId])).rows.length > 0

export const refuseUnknown = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .send({ error: 'Your account is not linked to a person of this console, so it cannot receive messages.' })
