import { expect, test } from 'vitest'
import { findChildType, hypothesisTypes, incidentStatuses, isOver } from './incident-values.ts'

test('a root has factors, a factor has solutions, and a solution has no children [INC-11,INC-12]', () => {
  expect(hypothesisTypes.map(findChildType)).toEqual(['factor', 'solution', null])
  expect(findChildType('guess')).toBeNull()
})

test('an incident is over when resolved, closed or cancelled [INC-01]', () => {
  expect(incidentStatuses.filter(isOver)).toEqual(['resolved', 'closed'])
  expect(isOver('cancelled')).toBe(true)
})
