import type { FastifyReply } from 'fastify'
import type { Viewer } from '#shared/access/viewer.ts'

/** Refuses as the production services do: 403, plain text, and in headers the object and the action that a right was missing for. */
export const refuseAccess = (
  reply: FastifyReply,
  { id }: Pick<Viewer, 'id'>,
  { object, action }: { readonly object: string; readonly action: string },
): FastifyReply =>
  reply
    .code(403)
    .headers({ 'x-rbac-subject': id, 'x-rbac-object': object, 'x-rbac-action': action })
    .type('text/plain; charset=utf-8')
    .send('unauthorized. Access Denied')
