import type { FastifyRequest } from 'fastify'
import type { Viewer } from '#shared/access/viewer.ts'
import { RelayError } from '#relay/errors/relay-error.ts'
import { addressParts } from '#relay/proxy/address-parts.ts'

/** Whether somebody may run this check; `checkId` as the address names it, which may be anything. */
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

/**
 * Refuses runs to people who may not start them before the backend is asked: one generation of it lets everybody. The address counts
 * as the backend reads it, however it was written.
 */
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
