import { incidentSeverities, incidentTypes } from '#shared/incidents/incident-values.ts'

const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

export const severityOptions = toOptions(incidentSeverities.toReversed())
export const typeOptions = toOptions(incidentTypes)
