export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
