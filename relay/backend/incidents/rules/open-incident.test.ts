import { expect, test } from 'vitest'
import { createFailure } from '#relay/testing/incident-inputs.ts'
import { usualTitle } from './open-incident.ts'

const component = createFailure({ kind: 'component', id: 'cart' })
const config = createFailure({ kind: 'config', id: 'node-1' })

test.each([
  [[], undefined, 'Incident'],
  [[createFailure()], undefined, 'front fails'],
  [[component], undefined, 'cart is unhealthy'],
  [[config], undefined, 'node-1 is unhealthy'],
  [[createFailure(), createFailure({ id: 'back' })], undefined, '2 checks fail in shop'],
  [[createFailure(), createFailure({ id: 'back', groupName: 'web' })], undefined, '2 checks fail'],
  [[createFailure({ groupName: '' }), createFailure({ id: 'back', groupName: '' })], undefined, '2 checks fail'],
  [[component, component], undefined, '2 components are unhealthy in shop'],
  [[createFailure(), config], undefined, '2 resources are failing in shop'],
  [[createFailure()], 5, '5 checks fail in shop'],
])('case %#: derives the title from the resources', (failures, count, title) => {
  expect(usualTitle(failures, count)).toBe(title)
})
