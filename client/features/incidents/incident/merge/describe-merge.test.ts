import { expect, test } from 'vitest'
import { describeMerge } from './describe-merge.ts'

const none = { hypotheses: 0, evidences: 0, comments: 0, responders: 0, links: 0 }

test('says all that a merge does, and that it can be undone', () => {
  const moves = { hypotheses: 2, evidences: 1, comments: 1_200, responders: 1, links: 1 }
  expect(describeMerge({ moves, respondersThere: 2, rules: ['storms'] }, 'INC-1', 'INC-2')).toEqual([
    '2 hypotheses, 1 piece of evidence, 1,200 comments and 1 responder move to INC-2.',
    '2 responders are asked to help there already.',
    'INC-1 is closed, keeps its own history, and its address leads to INC-2.',
    '1 link for those who wait will show INC-2.',
    'What storms would add to INC-1, or open again, goes to INC-2.',
    'You can undo it on the page of INC-2: what moved and is still there goes back.',
  ])
})

test('an incident with nothing in it is closed all the same', () => {
  expect(describeMerge({ moves: none, respondersThere: 0, rules: [] }, 'INC-1', 'INC-2')[0]).toBe(
    'INC-1 has nothing to move.',
  )
})
