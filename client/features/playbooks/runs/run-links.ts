import type { RunHead } from '#shared/playbooks/run-part.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'

export const runHref = (id: string): string => linkTo(routes.playbookRun, { id })

interface Targeted {
  readonly config: RunHead['config']
  readonly component: RunHead['component']
  readonly check: RunHead['check']
}

export const getRunTarget = ({ config, component, check }: Targeted) => {
  if (config !== null)
    return { name: config.name, type: config.type, href: linkTo(routes.configItem, { id: config.id }) }
  if (component !== null)
    return { name: component.name, type: null, href: linkTo(routes.topologyItem, { id: component.id }) }
  if (check !== null)
    return { name: check.name, type: null, href: `${routes.health}?checkId=${encodeURIComponent(check.id)}` }
  return null
}

export const getRunTitle = ({ playbooks }: Pick<RunHead, 'playbooks'>): string =>
  playbooks?.title || playbooks?.name || 'Deleted playbook'

/** Secrets must be entered again. */
export const runAgainHref = (
  run: Pick<RunHead, 'playbook_id' | 'config_id' | 'component_id' | 'check_id' | 'values'>,
) => {
  const query = new URLSearchParams({ playbook: run.playbook_id, run: 'true' })
  const targets = { config_id: run.config_id, component_id: run.component_id, check_id: run.check_id }
  for (const [name, id] of Object.entries(targets)) if (id !== null) query.set(name, id)
  for (const { name, value } of run.values) if (value !== null) query.set(`params.${name}`, value)
  return `${routes.playbookRuns}?${query}`
}
