import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '#shared/access/viewer.ts'

/** Same format as the production services: plain text, with the denied object and action in headers. */
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

/** For `preHandler`, so that access is decided before the request is parsed. */
export const requireAccess =
  (isAllowed: (viewer: Viewer) => boolean, refusal: Parameters<typeof refuseAccess>[2]) =>
  async ({ viewer }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    isAllowed(viewer) ? undefined : refuseAccess(reply, viewer, refusal)
