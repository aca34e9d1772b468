import { describe, expect, test } from 'vitest'
import { longestCommonRun, findPasswordError } from './password-policy.ts'

const email = 'ada.lovelace@example.test'

describe('a new password', () => {
  test.each(['trees grow slowly', 'correct horse battery', 'ünïcödé!', 'x9$kQ2!p', 'a'.repeat(1_024)])(
    '%j is accepted',
    (password) => {
      expect(findPasswordError(password, email)).toBeNull()
    },
  )

  test.each([
    ['short', 4000032],
    ['', 4000032],
    ['a'.repeat(1_025), 4000033],
    ['password1', 4000034],
    ['PassWord123', 4000034],
    ['1q2w3e4r5t', 4000034],
    ['ada.lovelace@example.test', 4000031],
    ['Ada.Lovelace@Example.tes1', 4000031],
    ['ada.lovelace', 4000031],
    ['lovelace99', 4000031],
  ])('%j is rejected', (password, id) => {
    expect(findPasswordError(password, email)?.id).toBe(id)
  })
})

test('finds the length of the longest common run', () => {
  expect([longestCommonRun('abcdef', 'xxcdexx'), longestCommonRun('abc', ''), longestCommonRun('aaa', 'aa')]).toEqual([
    3, 0, 2,
  ])
})
