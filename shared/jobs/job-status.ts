/** What a run of a job can have come to (ledger JOBS-03); a backend may send words beyond these. */
export const jobStatuses = ['RUNNING', 'SUCCESS', 'WARNING', 'FAILED', 'STOPPED'] as const

/** What the page shows as trouble, worst first. */
const badStatuses = ['FAILED', 'WARNING'] as const

export const isBadStatus = (status: string): boolean => badStatuses.some((bad) => bad === status)
