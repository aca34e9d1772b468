import type { About } from '#shared/access/decide.ts'
import { readPlaybook } from '#relay/backend/playbooks/playbook-store.ts'
import type { StoredRun } from '#relay/backend/playbooks/run-store.ts'
import { readTarget } from '#relay/backend/playbooks/targets.ts'
import type { Queryable } from '#relay/database/database.ts'

/** What a run is about, for `decide`: its playbook, and what it was started on as far as that is still there. */
export const aboutRun = async (database: Queryable, run: StoredRun): Promise<About> => {
  const playbook = await readPlaybook(database, run.playbook_id)
  const target = await readTarget(database, run).catch(() => null)
  return {
    playbook: { id: run.playbook_id, name: playbook?.name ?? null, namespace: playbook?.namespace ?? null },
    ...(target === null || target.kind === 'check' ? {} : { [target.kind]: target }),
  }
}
