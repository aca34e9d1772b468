import { expect, test } from 'vitest'
import { createTrouble } from '#relay/testing/incident-inputs.ts'
import { usualTitle } from './open-incident.ts'

const component = createTrouble({ kind: 'component', id: 'cart' })
const config = createTrouble({ kind: 'config', id: 'node-1' })

test.each([
  [[], undefined, 'Incident'],
  [[createTrouble()], undefined, 'front fails'],
  [[component], undefined, 'cart is unhealthy'],
  [[config], undefined, 'node-1 is unhealthy'],
  [[createTrouble(), createTrouble({ id: 'back' })], undefined, '2 checks fail in shop'],
  [[createTrouble(), createTrouble({ id: 'back', groupName: 'web' })], undefined, '2 checks fail'],
  [[createTrouble({ groupName: '' }), createTrouble({ id: 'back', groupName: '' })], undefined, '2 checks fail'],
  [[component, component], undefined, '2 components are unhealthy in shop'],
  [[createTrouble(), config], undefined, '2 things are in trouble in shop'],
  [[createTrouble()], 5, '5 checks fail in shop'],
])('case %#: an incident is titled after its resources', (troubles, count, title) => {
  expect(usualTitle(troubles, count)).toBe(title)
})
