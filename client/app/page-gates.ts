import type { PageGate } from './page-entry.ts'

/** The right to read a resource, and the flag that switches its pages off. */
export const read = (resource: PageGate['resource'], feature?: PageGate['feature']): PageGate => ({
  resource,
  action: 'read',
  ...(feature !== undefined && { feature }),
})

/** The right to change a resource. */
export const write = (resource: PageGate['resource']): PageGate => ({ resource, action: 'write' })
