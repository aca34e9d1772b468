/** Of a value from JSON. */
export const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
