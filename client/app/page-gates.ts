import type { PageGate } from './page-entry.ts'

export const read = (resource: PageGate['resource'], feature?: PageGate['feature']): PageGate => ({
  resource,
  action: 'read',
  ...(feature !== undefined && { feature }),
})

export const write = (resource: PageGate['resource']): PageGate => ({ resource, action: 'write' })
