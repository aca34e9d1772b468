import { expect, test } from 'vitest'
import { meantStatus } from './meant-status.ts'

test.each([
  [500, 'finding artifact 0195c0de-0000-7000-8000-00000000ffff: record not found', 404],
  [500, "Playbook run '0195c0de-0000-7000-8000-00000000ffff' not found", 404],
  [500, 'ERROR: invalid input syntax for type uuid: "nonsense" (SQLSTATE 22P02)', 404],
  [500, 'missing required parameter(s): who', 400],
  [500, 'unknown parameter(s): nobody, valid parameters are: who, loud, how, note', 400],
  [500, 'something went wrong', 500],
  [503, 'host not found', 503],
])('%i with "%s" means %i', (status, message, meant) => {
  expect(meantStatus(status, message)).toBe(meant)
})
