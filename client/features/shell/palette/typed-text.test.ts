import { expect, test } from 'vitest'
import { readTyped } from './typed-text.ts'

test.each([
  ['warm cache', { isCommand: false, verb: null, name: 'warm cache' }],
  [' Run  warm cache ', { isCommand: false, verb: 'run', name: 'warm cache' }],
  ['> run warm', { isCommand: true, verb: 'run', name: 'warm' }],
  ['>theme', { isCommand: true, verb: null, name: 'theme' }],
  ['run', { isCommand: false, verb: null, name: 'run' }],
  ['running late', { isCommand: false, verb: null, name: 'running late' }],
  ['', { isCommand: false, verb: null, name: '' }],
])('%j is read', (typed, read) => {
  expect(readTyped(typed)).toEqual(read)
})
