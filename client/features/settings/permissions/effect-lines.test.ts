import { expect, test } from 'vitest'
import type { Effect, PersonEffect } from '#shared/access/grant-effect.ts'
import { effectLines, namesText } from './effect-lines.ts'

const read: Effect = { action: 'read', object: 'connection', inPart: false }
const update: Effect = { action: 'update', object: 'connection', inPart: false }
const run: Effect = { action: 'playbook:run', object: 'playbooks', inPart: true }
const of = (name: string, gains: Effect[] = [], loses: Effect[] = []): PersonEffect => ({
  person: { id: name, name, roles: [] },
  gains,
  loses,
})

test('groups people with the same gains or losses, unaffected people last', () => {
  const people = [of('Ada', [read, update, run]), of('Bo'), of('Cy', [read, update, run]), of('Dee', [run], [run])]
  expect(effectLines(people)).toEqual([
    { turns: 'gain', names: ['Ada', 'Cy'], summary: 'read, update on connection; playbook:run on part of playbooks' },
    { turns: 'gain', names: ['Dee'], summary: 'playbook:run on part of playbooks' },
    { turns: 'lose', names: ['Dee'], summary: 'playbook:run on part of playbooks' },
    { turns: 'same', names: ['Bo'], summary: '' },
  ])
})

test('lists the first of many names and counts the others', () => {
  expect(namesText(['a', 'b', 'c', 'd'])).toBe('a, b, c, d')
  expect(namesText(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more')
})
