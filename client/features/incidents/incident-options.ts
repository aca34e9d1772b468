import { incidentSeverities, incidentTypes } from '#shared/incidents/incident-values.ts'

const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** The worst first (ledger INC-02). */
export const severityOptions = toOptions(incidentSeverities.toReversed())
/** Ledger INC-03. */
export const typeOptions = toOptions(incidentTypes)
