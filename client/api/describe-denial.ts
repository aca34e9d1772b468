import type { Decision } from '#shared/access/decide.ts'
import type { Question } from '#shared/access/question.ts'

interface DenialOptions {
  readonly grantors: readonly string[]
  readonly formatTime: (at: Date) => string
}

export const grantorsText = (names: readonly string[]): string => {
  if (names.length === 0) return 'An administrator'
  if (names.length <= 2) return names.join(' or ')
  return `${names.slice(0, 2).join(', ')} or ${names.length - 2} ${names.length === 3 ? 'other' : 'others'}`
}

export const viaText = ({ type, name }: { readonly type: string; readonly name: string }, self: string): string => {
  if (type === 'person') return self
  if (type === 'team') return `the team ${name}`
  return name === 'everyone' ? name : `the role ${name}`
}

export const describeDenial = (
  { action, resource }: Pick<Question, 'action' | 'resource'>,
  { chain, decidedBy, until }: Decision,
  { grantors, formatTime }: DenialOptions,
): string => {
  const step = decidedBy === null ? undefined : chain[decidedBy]
  if (step?.kind === 'flag')
    return `Disabled by the feature flag ${step.feature}.disable. ${grantorsText(grantors)} can enable it.`
  if (step?.kind === 'permission' && step.effect === 'denies') {
    const end = until === null ? '' : ` until ${formatTime(new Date(until))}`
    return `${action} is denied for ${viaText(step.via, 'you')}${end}. ${grantorsText(grantors)} can change it.`
  }
  const needs = resource === 'exec' ? 'Running programs requires' : 'Requires'
  const on = action === 'playbook:run' || action === 'playbook:approve' || action === 'playbook:cancel'
  return `${needs} ${action}${on ? '' : ` on ${resource}`}. ${grantorsText(grantors)} can grant it.`
}
