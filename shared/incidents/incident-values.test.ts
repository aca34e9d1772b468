import { expect, test } from 'vitest'
import { findChildType, hypothesisTypes, incidentStatuses, isOver } from './incident-values.ts'

test('below a root stands a factor, below that a solution, and nothing below a solution [INC-11,INC-12]', () => {
  expect(hypothesisTypes.map(findChildType)).toEqual(['factor', 'solution', null])
  expect(findChildType('guess')).toBeNull()
})

test('an incident is over once it is resolved or closed, and before it only if it was cancelled [INC-01]', () => {
  expect(incidentStatuses.filter(isOver)).toEqual(['resolved', 'closed'])
  expect(isOver('cancelled')).toBe(true)
})
