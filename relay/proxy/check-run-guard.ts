import type { FastifyRequest } from 'fastify'
import type { Viewer } from '#shared/access/viewer.ts'
import { RelayError } from '#relay/errors/relay-error.ts'
import { addressParts } from '#relay/proxy/address-parts.ts'

/** `checkId` is taken from the address and not validated. */
export type CanRunCheck = (viewer: Viewer, checkId: string, signal: AbortSignal) => Promise<boolean>

const runPath = /^\/api\/canary\/run\/[^/]+\/([^/]*)$/

const runDenied = new RelayError(
  'forbidden',
  'You do not have the right to run this check.',
  'An administrator can grant it.',
)

const unknown = new RelayError(
  'unavailable',
  'Whether you may run this check cannot be found out now.',
  'The backend does not tell which canary it belongs to. Try again in a moment.',
)

/** One version of the backend allows everyone to run checks. The address is decoded as the backend does. */
export const guardCheckRuns =
  (canRun: CanRunCheck) =>
  async ({ url, viewer, signal, log }: Pick<FastifyRequest, 'url' | 'viewer' | 'signal' | 'log'>): Promise<void> => {
    const checkId = runPath.exec(addressParts(url).path)?.[1]
    if (checkId === undefined) return
    const isAllowed = await canRun(viewer, checkId, signal).catch((error: unknown) => {
      log.warn({ err: error }, 'whether somebody may run a check could not be found out')
      throw unknown
    })
    if (!isAllowed) throw runDenied
  }
