export const jobStatuses = ['RUNNING', 'SUCCESS', 'WARNING', 'FAILED', 'STOPPED'] as const

const badStatuses = ['FAILED', 'WARNING'] as const

export const isBadStatus = (status: string): boolean => badStatuses.some((bad) => bad === status)
