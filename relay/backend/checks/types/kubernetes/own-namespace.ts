import { z } from 'zod'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'

const about = z.looseObject({ check: z.looseObject({ namespace: z.string().min(1) }) })

/** Of the check: objects without a namespace are created in it. */
export const getOwnNamespace = (run: Pick<ClientRun, 'about'>): string =>
  about.safeParse(run.about).data?.check.namespace ?? 'default'
