import { expect, test } from 'vitest'
import type { Hypothesis } from '#client/features/incidents/incident/incident-view.ts'
import { hypothesisTree, type HypothesisNode } from './hypothesis-tree.ts'

const hypothesis = (id: string, parent: string | null): Hypothesis => ({
  id,
  parent_id: parent,
  type: 'root',
  title: id,
  status: 'possible',
  created_at: null,
  created_by: null,
  evidences: [],
})
const drawn = (nodes: readonly HypothesisNode[]): string =>
  nodes.map(({ hypothesis: { id }, below }) => `${id}(${drawn(below)})`).join(' ')

test('puts each hypothesis below its parent, in creation order', () => {
  const hypotheses = [
    hypothesis('a', null),
    hypothesis('b', 'a'),
    hypothesis('c', null),
    hypothesis('d', 'b'),
    hypothesis('e', 'a'),
  ]
  expect(drawn(hypothesisTree(hypotheses))).toBe('a(b(d()) e()) c()')
})

test('keeps hypotheses whose parent is missing or that form a cycle', () => {
  expect(drawn(hypothesisTree([hypothesis('a', 'gone'), hypothesis('b', 'c'), hypothesis('c', 'b')]))).toBe(
    'a() b(c())',
  )
})
