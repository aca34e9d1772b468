import type { Viewer } from '#shared/access/viewer.ts'
import type { TargetIds } from '#shared/playbooks/playbook-routes.ts'
import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import { aboutTarget } from '#relay/backend/playbooks/access/about-run.ts'
import { isPermitted } from '#relay/backend/playbooks/access/permitted.ts'
import { can } from '#relay/backend/playbooks/access/can.ts'
import type { PlaybookDeps } from '#relay/backend/playbooks/playbook-deps.ts'
import { readPlaybooks } from './playbook-store.ts'
import { readPlaybookSpec } from './read-spec.ts'
import { createEnvironment } from '#relay/backend/playbooks/runs/run-environment.ts'
import { matchesTarget, refusingFilter } from '#relay/backend/playbooks/access/matches-target.ts'
import { readTarget, targetKinds } from '#relay/backend/playbooks/runs/targets.ts'
import { invalid } from '#relay/errors/http-error.ts'

interface ListedPlaybook {
  readonly id: string
  readonly name: string
  readonly namespace: string
  readonly title: string
  readonly icon: string | null
  readonly description: string | null
  readonly source: string
  readonly category: string
  readonly parameters?: readonly PlaybookParameter[]
}

export const listPlaybooks = async (
  { database }: Pick<PlaybookDeps, 'database'>,
  ids: TargetIds,
  viewer: Viewer,
): Promise<ListedPlaybook[]> => {
  const kind = targetKinds.find((each) => ids[`${each}_id`] != null)
  if (kind === undefined) throw invalid('Provide config_id, component_id or check_id.')
  const target = await readTarget(database, { [`${kind}_id`]: ids[`${kind}_id`] })
  if (target === null) return []
  const about = await aboutTarget(database, { [`${kind}_id`]: target.id })
  const known = new Map(
    (await createAccessObjects(database).all('playbook')).map((playbook) => [playbook.id, playbook]),
  )
  const listed: ListedPlaybook[] = []
  for (const playbook of await readPlaybooks(database)) {
    const read = await readPlaybookSpec(playbook.spec)
    if ('error' in read || !isPermitted(read.spec, viewer) || !matchesTarget(read.spec, target)) continue
    const environment = createEnvironment({ playbook, target, params: {}, user: viewer })
    if ((await refusingFilter(read.spec, environment)) !== undefined) continue
    if (!can(viewer, 'playbook:run', { playbook: known.get(playbook.id) ?? { id: playbook.id }, ...about })) continue
    const { id, name, namespace, title, source } = playbook
    const { spec } = read
    listed.push({
      id,
      name,
      namespace,
      title: title || (spec.title ?? ''),
      icon: playbook.icon ?? spec.icon ?? null,
      description: playbook.description ?? spec.description ?? null,
      source,
      category: playbook.category || (spec.category ?? ''),
      ...(spec.parameters !== undefined && {
        parameters: spec.parameters.map(({ default: byDefault, ...rest }) =>
          byDefault === undefined || rest.type === 'secret' ? rest : Object.assign(rest, { default: byDefault }),
        ),
      }),
    })
  }
  return listed
}
