/** A text of a row or a document; empty where it has none. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
