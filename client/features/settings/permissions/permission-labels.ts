import { hasEnded, findSubject } from '#shared/access/grant.ts'
import { roles } from '#shared/access/roles.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import type { ListedPermission } from './permissions-api.ts'

export const notificationLink = (id: string): string => linkTo(routes.notificationRule, { id })

export const subjectName = (row: ListedPermission): string => {
  const subject = findSubject(row)
  if (subject === null) return '–'
  const known = subject.type === 'group' ? row.group : row[subject.type]
  return known?.name ?? subject.id
}

const knownGroups = new Set<string>([...roles, 'agent', 'everyone'])

/** Neither a role nor the name of a permission group. */
export const hasUnknownGroup = (row: ListedPermission): boolean => {
  const subject = findSubject(row)
  return subject?.type === 'group' && row.group === null && !knownGroups.has(subject.id)
}

export const resourceText = (row: ListedPermission, findName: (kind: string, id: string) => string): string => {
  if (row.object_selector !== null) return JSON.stringify(row.object_selector)
  if (row.object !== null) return row.object
  const linked = [
    ['component', row.component_id],
    ['playbook', row.playbook_id],
    ['config', row.config_id],
    ['connection', row.connection_id],
    ['canary', row.canary_id],
  ] as const
  return linked.flatMap(([kind, id]) => (id === null ? [] : [`${kind} ${findName(kind, id)}`])).join(', ') || '–'
}

export const permissionFacts = (rows: readonly ListedPermission[], total: number, nowMs: number): string[] => {
  const deny = rows.filter((row) => row.deny).length
  const ended = rows.filter((row) => hasEnded(row, nowMs)).length
  const ending = rows.filter(({ until }) => until !== null).length - ended
  const here = rows.length < total ? ' on this page' : ''
  return [
    formatCount(total, 'permission'),
    ...(deny > 0 ? [`${deny} deny${here}`] : []),
    ...(ending > 0 ? [`${ending} expiring${here}`] : []),
    ...(ended > 0 ? [`${ended} expired${here}`] : []),
  ]
}
