import { expect, test } from 'vitest'
import { describeMerge } from './describe-merge.ts'

const none = { hypotheses: 0, evidences: 0, comments: 0, responders: 0, links: 0 }

test('lists every effect of a merge, and that it can be undone', () => {
  const moves = { hypotheses: 2, evidences: 1, comments: 1_200, responders: 1, links: 1 }
  expect(describeMerge({ moves, respondersThere: 2, rules: ['storms'] }, 'INC-1', 'INC-2')).toEqual([
    '2 hypotheses, 1 piece of evidence, 1,200 comments and 1 responder move to INC-2.',
    '2 responders are already assigned there.',
    'INC-1 is closed and keeps its own history. Its address redirects to INC-2.',
    '1 link to its status page will show INC-2.',
    'Anything storms would add to INC-1, or reopen, goes to INC-2.',
    'You can undo the merge on the page of INC-2. Everything that moved and is still there goes back.',
  ])
})

test('an empty incident is still closed', () => {
  expect(describeMerge({ moves: none, respondersThere: 0, rules: [] }, 'INC-1', 'INC-2')[0]).toBe(
    'INC-1 has nothing to move.',
  )
})
