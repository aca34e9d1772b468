import { expect, test } from 'vitest'
import { roles } from '#shared/access/roles.ts'
import { canChangeView, canShareViews } from './view-rights.ts'

const mara = { id: 'mara', name: 'Mara' }

/** Columns: can share; can change shared views of others; can change private views of others. */
const matrix = {
  admin: [true, true, false],
  editor: [true, false, false],
  commander: [true, false, false],
  responder: [true, false, false],
  viewer: [false, false, false],
  guest: [false, false, false],
} as const

test.each(roles)('%s can share views and change those of others according to the matrix', (role) => {
  const person = { id: 'somebody', roles: [role] }
  expect([
    canShareViews(person),
    canChangeView(person, { owner: mara, isShared: true }),
    canChangeView(person, { owner: mara, isShared: false }),
  ]).toEqual(matrix[role])
  expect(canChangeView({ id: 'mara', roles: [role] }, { owner: mara, isShared: false })).toBe(true)
})

test('a person without a role cannot share', () => {
  expect(canShareViews({ roles: [] })).toBe(false)
})
