import type { FastifyRequest } from 'fastify'
import type { Viewer } from '#shared/access/viewer.ts'
import { forbidden, unavailable } from '#relay/errors/http-error.ts'
import { addressParts } from '#relay/proxy/address-parts.ts'

/** `checkId` is taken from the address and not validated. */
export type CanRunCheck = (viewer: Viewer, checkId: string, signal: AbortSignal) => Promise<boolean>

const runPath = /^\/api\/canary\/run\/[^/]+\/([^/]*)$/

const runDenied = forbidden('You are not allowed to run this check.', 'An administrator can grant this permission.')

const unknown = unavailable(
  'Your permission to run this check could not be determined.',
  'The backend did not return the canary of the check. Try again in a moment.',
)

/** One version of the backend allows everyone to run checks. The address is decoded as the backend does. */
export const guardCheckRuns =
  (canRun: CanRunCheck) =>
  async ({ url, viewer, signal, log }: Pick<FastifyRequest, 'url' | 'viewer' | 'signal' | 'log'>): Promise<void> => {
    const checkId = runPath.exec(addressParts(url).path)?.[1]
    if (checkId === undefined) return
    const isAllowed = await canRun(viewer, checkId, signal).catch((error: unknown) => {
      log.warn({ err: error }, 'permission lookup for a check run failed')
      throw unknown
    })
    if (!isAllowed) throw runDenied
  }
