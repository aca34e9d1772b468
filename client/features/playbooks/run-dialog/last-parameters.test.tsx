import { expect, test } from 'vitest'
import { listReusableValues } from './last-parameters.tsx'

const earlier = (name: string, value: string | null, secret = false) => ({ name, label: name, value, secret })

test('offers values of the last run that differ from the form, without secrets and removed parameters', () => {
  const parameters = [{ name: 'reason' }, { name: 'batch', default: 2 }, { name: 'mode' }, { name: 'token' }]
  const values = [
    earlier('reason', 'INC-1'),
    earlier('batch', '2'),
    earlier('mode', 'slow'),
    earlier('removed', 'x'),
    earlier('token', null, true),
  ]
  expect(listReusableValues(parameters, { mode: 'slow' }, values)).toEqual([{ name: 'reason', value: 'INC-1' }])
})
