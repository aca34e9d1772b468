import { z } from 'zod'
import type { Principal } from '#shared/access/decide.ts'
import { objectRowSchema, objectSelects, readObject } from '#shared/access/object-row.ts'
import type { FetchText } from '#relay/live/sources/fetch-text.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import type { About } from '#shared/access/question.ts'

export const runSchema = z.object({
  playbook_id: z.string(),
  playbook: objectRowSchema.nullish(),
  config: objectRowSchema.nullish(),
  component: objectRowSchema.nullish(),
})

const select =
  `playbook_id,playbook:playbooks(${objectSelects.playbook}),` +
  `config:config_items(${objectSelects.config}),component:components(${objectSelects.component})`

const toAbout = ({ playbook_id: id, playbook, config, component }: z.infer<typeof runSchema>): About => ({
  playbook: playbook ? readObject('playbook', playbook) : { id, name: null, namespace: null },
  ...(config && { config: readObject('config', config) }),
  ...(component && { component: readObject('component', component) }),
})

export interface RunScope {
  readonly ofRun: (viewer: Principal, runId: string, signal: AbortSignal) => Promise<boolean>
  readonly ofAction: (viewer: Principal, actionId: string, signal: AbortSignal) => Promise<boolean>
}

const canRead = (viewer: Principal, run: z.infer<typeof runSchema> | undefined): boolean => {
  if (run === undefined) return false
  return isAllowed(viewer, { action: 'read', resource: 'playbook_runs', about: toAbout(run) })
}

export const createRunScope = (fetchText: FetchText): RunScope => ({
  ofRun: async (viewer, runId, signal) => {
    const body = await fetchText(`/api/db/playbook_runs?id=eq.${runId}&select=${select}`, signal)
    return canRead(viewer, z.array(runSchema).parse(JSON.parse(body))[0])
  },
  ofAction: async (viewer, actionId, signal) => {
    const query = `id=eq.${actionId}&select=run:playbook_runs(${select})`
    const body = await fetchText(`/api/db/playbook_run_actions?${query}`, signal)
    const found = z.array(z.object({ run: runSchema.nullish() })).parse(JSON.parse(body))
    return canRead(viewer, found[0]?.run ?? undefined)
  },
})
