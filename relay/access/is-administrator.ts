import type { FastifyRequest } from 'fastify'
import { isAdmin } from '#shared/access/roles.ts'
import type { SignIn } from '#relay/access/sign-in.ts'

/** For routes that need no sign-in; false while the sign-in cannot be verified. */
export const createIsAdministrator =
  ({ findViewer }: Pick<SignIn, 'findViewer'>) =>
  async ({ raw }: Pick<FastifyRequest, 'raw'>): Promise<boolean> => {
    const viewer = await findViewer(raw).catch(() => null)
    return viewer !== null && isAdmin(viewer.roles)
  }
