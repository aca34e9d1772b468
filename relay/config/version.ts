export const version = 'v0.1.0'
