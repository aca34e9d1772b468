import type { FastifyRequest } from 'fastify'
import type { Viewer } from '#shared/access/viewer.ts'
import { AccessDenied } from '#relay/errors/http-error.ts'

/** For `preHandler`, so that access is decided before the request is parsed. */
export const requireAccess =
  (isAllowed: (viewer: Viewer) => boolean, object: string, action: string) =>
  async ({ viewer }: Pick<FastifyRequest, 'viewer'>): Promise<void> => {
    if (!isAllowed(viewer)) throw new AccessDenied(object, action)
  }
