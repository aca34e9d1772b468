import { incidentSeverities, incidentTypes } from '#shared/incidents/incident-values.ts'

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** The worst first (ledger INC-02). */
export const severityOptions = optionsOf(incidentSeverities.toReversed())
/** Ledger INC-03. */
export const typeOptions = optionsOf(incidentTypes)
