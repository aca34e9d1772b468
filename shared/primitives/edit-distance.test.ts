import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test('the distance of two texts is the number of changed characters', () => {
  expect([editDistance('kitten', 'sitting'), editDistance('', 'abc'), editDistance('same', 'same')]).toEqual([3, 3, 0])
})
