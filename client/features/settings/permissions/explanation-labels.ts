import type { Explanation } from '#shared/access/explanation.ts'
import { viaText } from '#client/api/describe-denial.ts'

type Step = Explanation['chain'][number]

const causes = {
  action: 'another action',
  object: 'another object',
  thing: 'another resource',
  ended: 'it has expired',
  roleOnly: 'only the role admin changes accounts and roles',
  administrator: 'administrators always keep this',
} as const

const subjectLabel = ({ type, name }: { readonly type: string; readonly name: string }): string => {
  if (type === 'person') return 'Person'
  if (type === 'team') return 'Team'
  return name === 'everyone' ? 'All' : 'Role'
}

export const describeStep = (
  step: Step,
  decides: boolean,
): { readonly kind: string; readonly label: string; readonly effect: string } => {
  const end = decides ? ' (final)' : ''
  if (step.kind === 'flag') {
    return step.effect === 'hides'
      ? { kind: 'Flag', label: `${step.feature} is disabled`, effect: `hides${end}` }
      : { kind: 'Flag', label: `${step.feature} is enabled`, effect: 'continues' }
  }
  if (step.kind === 'role')
    return { kind: 'Role', label: step.role, effect: step.effect === 'grants' ? `grants${end}` : 'no grant' }
  const { grant, via } = step
  const kind = subjectLabel(via)
  const permission = `${grant.deny ? 'deny ' : ''}${grant.action}`
  const label = [via.name, permission, grant.description].filter(Boolean).join(', ')
  if (step.effect === 'nothing') {
    const cause = step.because === null ? '' : `: ${causes[step.because]}`
    return { kind, label, effect: `${grant.deny ? 'no deny' : 'no grant'}${cause}` }
  }
  return { kind, label, effect: `${step.inPart ? 'partly ' : ''}${step.effect}${end}` }
}

const rolesDo = (roles: readonly string[]): string => {
  if (roles.length === 0) return 'No role grants it.'
  return roles.length === 1 ? `The role ${roles.join()} grants it.` : `The roles ${roles.join(', ')} grant it.`
}

export const describeExplanation = (
  { answer: result, person, chain, decidedBy, until, roles, objects }: Explanation,
  format: (at: Date) => string,
): { readonly title: string; readonly because: string } => {
  const name = person.name || 'This person'
  const step = decidedBy === null ? undefined : chain[decidedBy]
  const end = until === null ? '' : ` until ${format(new Date(until))}`
  const scope = objects.length > 0 ? '' : ' of it'
  const titles = { allowed: `Allowed${end}`, some: `Partly allowed${scope}${end}`, refused: `Not allowed${end}` }
  const title = titles[result]
  if (step === undefined) {
    const held = person.roles.length === 0 ? 'has no role' : `is ${person.roles.join(', ')}`
    return {
      title,
      because: `${name} ${held}, and nothing grants it. ${rolesDo(roles)}`,
    }
  }
  if (step.kind === 'flag') return { title, because: `The feature ${step.feature} is disabled for all users.` }
  if (step.kind === 'role') return { title, because: `The role ${step.role} grants it, and nothing denies it.` }
  const via = viaText(step.via, name)
  return step.effect === 'denies'
    ? { title, because: `A deny for ${via} overrides every grant.` }
    : { title, because: `A permission for ${via} grants it, and nothing denies it.` }
}
