import { z } from 'zod'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { isRejection, type KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'

const checkLabel = 'quarterdeck/check'

const about = z.looseObject({ check: z.looseObject({ id: z.uuid() }) })
const named = z.looseObject({ items: z.array(z.looseObject({ metadata: z.looseObject({ name: z.string() }) })) })

const findCheckId = (run: Pick<ClientRun, 'about'>): string | undefined => about.safeParse(run.about).data?.check.id

/** A check that is not saved yet has no id, and leaves nothing to a later run. */
export const labelAsOwn = (run: Pick<ClientRun, 'about'>): Readonly<Record<string, string>> => {
  const id = findCheckId(run)
  return { 'app.kubernetes.io/managed-by': 'quarterdeck', ...(id !== undefined && { [checkLabel]: id }) }
}

/** Deletes objects of earlier runs of the check that ended with the relay. A check never overlaps itself. */
export const deleteLeftovers = async (
  api: KubernetesApi,
  listPaths: readonly string[],
  run: Pick<ClientRun, 'about' | 'signal'>,
): Promise<void> => {
  const id = findCheckId(run)
  if (id === undefined) return
  for (const path of listPaths)
    try {
      const list = named.safeParse(
        await api.json(`${path}?labelSelector=${encodeURIComponent(`${checkLabel}=${id}`)}`, run.signal),
      )
      for (const { metadata } of list.data?.items ?? [])
        await api.delete(`${path}/${encodeURIComponent(metadata.name)}?propagationPolicy=Background`, run.signal)
    } catch (error) {
      // An account without permission to list can still run the check.
      if (!isRejection(error) || error.code === 401) throw error
    }
}
