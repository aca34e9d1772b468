import { z } from 'zod'
import { resourceRelations } from '#shared/resources/resource-id.ts'
import type { RunTarget } from '#machines/playbooks/run-dialog-machine.ts'
import { listRows } from '#client/api/data-api.ts'

export const loadTarget = async (kind: RunTarget['kind'], id: string): Promise<RunTarget | null> => {
  const row = z.object({ id: z.string(), name: z.string() })
  const query = { id: `eq.${id}`, deleted_at: 'is.null', select: 'id,name' }
  const [found] = (await listRows(resourceRelations[kind], { row, query })).rows
  return found === undefined ? null : { kind, ...found }
}
