export const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
