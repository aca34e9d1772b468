import type { ChosenHypothesis, FoundHypothesis, FoundIncident, HypothesisToAdd, LinkContext } from './link-types.ts'

export const validateLink = ({ incident, hypothesis, severity, type }: LinkContext) => ({
  ...(incident === null && { incident: 'Must select or create an incident' }),
  ...(incident?.kind === 'existing' && !isNamed(hypothesis) && { hypothesis: 'Must select or create a hypothesis' }),
  ...(incident?.kind === 'new' && severity === '' && { severity: 'Please select incident severity' }),
  ...(incident?.kind === 'new' && type === '' && { type: 'Please select an incident type' }),
})

const isNamed = (hypothesis: ChosenHypothesis | null): boolean =>
  hypothesis?.kind === 'existing' || (hypothesis !== null && hypothesis.title.trim() !== '')

export const selectHypothesis = (
  hypothesis: ChosenHypothesis | null,
  there: readonly FoundHypothesis[],
): ChosenHypothesis | null => {
  const [first] = there
  if (hypothesis === null) return there.length === 1 && first !== undefined ? { kind: 'existing', id: first.id } : null
  const isDeleted = hypothesis.kind === 'existing' && !there.some(({ id }) => id === hypothesis.id)
  return isDeleted ? null : hypothesis
}

/** As the search does, so that its response does not move a choice under the pointer. */
export const filterFound = (found: readonly FoundIncident[], query: string): readonly FoundIncident[] => {
  const wanted = query.trim().toLowerCase()
  return found.filter(({ number, title }) => `${number}\n${title}`.toLowerCase().includes(wanted))
}

export const getIncidentId = ({ incident }: LinkContext): string =>
  incident?.kind === 'existing' ? incident.incident.id : ''
export const getHypothesisId = ({ hypothesis }: LinkContext): string =>
  hypothesis?.kind === 'existing' ? hypothesis.id : ''

export const hypothesisToAdd = (context: LinkContext): HypothesisToAdd => {
  const { incident, hypothesis } = context
  const title = hypothesis?.kind === 'new' ? hypothesis.title.trim() : ''
  const ofIncident = incident?.kind === 'existing' ? incident.incident.title : ''
  return { incidentId: getIncidentId(context), title: title === '' ? ofIncident : title }
}
