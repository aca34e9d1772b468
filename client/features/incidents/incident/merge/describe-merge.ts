import { formatCount } from '#shared/primitives/format-count.ts'
import type { MergePreview } from '#machines/incidents/merge-machine.ts'

const counted = (count: number, one: string, many: string): readonly string[] =>
  count === 0 ? [] : [formatCount(count, one, many)]

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`

export const describeMerge = (
  { moves, respondersThere, rules }: MergePreview,
  merged: string,
  into: string,
): readonly string[] => {
  const moved = [
    ...counted(moves.hypotheses, 'hypothesis', 'hypotheses'),
    ...counted(moves.evidences, 'piece of evidence', 'pieces of evidence'),
    ...counted(moves.comments, 'comment', 'comments'),
    ...counted(moves.responders, 'responder', 'responders'),
  ]
  const isOne = moves.hypotheses + moves.evidences + moves.comments + moves.responders === 1
  const there = counted(respondersThere, 'responder is', 'responders are')
  return [
    moved.length === 0 ? `${merged} has nothing to move.` : `${listed(moved)} ${isOne ? 'moves' : 'move'} to ${into}.`,
    ...there.map((each) => `${each} already assigned there.`),
    `${merged} is closed and keeps its own history. Its address redirects to ${into}.`,
    ...counted(moves.links, 'link', 'links').map((each) => `${each} to its status page will show ${into}.`),
    ...(rules.length === 0 ? [] : [`Anything ${listed(rules)} would add to ${merged}, or reopen, goes to ${into}.`]),
    `You can undo the merge on the page of ${into}. Everything that moved and is still there goes back.`,
  ]
}
