import { z } from 'zod'
import type { Viewer } from '#shared/access/viewer.ts'
import type { AccessObjects } from '#relay/backend/permissions/access-objects.ts'
import type { StoredComponent } from '#relay/backend/topology/read/read-components.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import type { LogSelector } from './log-backend-spec.ts'

const selectorsSchema = z
  .array(
    z.object({
      name: z.string().catch(''),
      type: z.string().nullish(),
      labels: z.record(z.string(), z.string()).nullish(),
    }),
  )
  .catch([])

export const canReadComponentLogs = async (
  objects: Pick<AccessObjects, 'one'>,
  viewer: Viewer,
  id: string,
): Promise<boolean> => {
  const about = { component: (await objects.one('component', id)) ?? { id } }
  return isAllowed(viewer, { action: 'read', resource: 'database', object: 'logs', about })
}

export const listComponentLogs = (
  component: Pick<StoredComponent, 'logs' | 'type' | 'external_id'>,
): readonly { readonly name: string; readonly selector: LogSelector }[] =>
  selectorsSchema.parse(component.logs).map(({ name, type, labels }) => ({
    name,
    selector: {
      type: type ?? component.type ?? '',
      externalId: component.external_id ?? '',
      labels: labels ?? {},
    },
  }))
