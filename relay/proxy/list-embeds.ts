const relationByColumn: Readonly<Record<string, string>> = {
  created_by: 'people',
  updated_by: 'people',
  person_id: 'people',
  team_id: 'teams',
  agent_id: 'agents',
  canary_id: 'canaries',
  check_id: 'checks',
  component_id: 'components',
  config_id: 'config_items',
  connection_id: 'connections',
  notification_id: 'notifications',
  playbook_id: 'playbooks',
  run_id: 'playbook_runs',
  playbook_run_id: 'playbook_runs',
  topology_id: 'topologies',
}

const embed = /([^,():!]+)(?:![^,():!]+)*\((\))?/g
const aggregate = /^(?:.+\.(?:sum|avg|min|max|count)|count)$/

/** A constraint name or unknown column is returned as it is: it matches no relation, so that access is denied. */
export const listEmbeds = (select: string): string[] =>
  [...select.replaceAll(/["\\\s]/g, '').matchAll(embed)].flatMap(([, text = '', closes]) => {
    if (closes !== undefined && aggregate.test(text)) return []
    const name = text.replace(/^\.+/, '')
    return [Object.hasOwn(relationByColumn, name) ? (relationByColumn[name] ?? name) : name]
  })
