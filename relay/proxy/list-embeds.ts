/** A column that refers to rows of a relation, by which the data API embeds them too. */
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

/**
 * The relations that a `select` of the data API embeds, at any depth. What it goes by a constraint's name, or by a column that is
 * not known here, is listed under that name, which no relation has.
 */
export const listEmbeds = (select: string): string[] =>
  [...select.replaceAll(/["\\\s]/g, '').matchAll(embed)].flatMap(([, text = '', closes]) => {
    if (closes !== undefined && aggregate.test(text)) return []
    const name = text.replace(/^\.+/, '')
    return [Object.hasOwn(relationByColumn, name) ? (relationByColumn[name] ?? name) : name]
  })
