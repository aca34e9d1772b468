import type { Hypothesis } from '#client/features/incidents/incident/incident-view.ts'

export interface HypothesisNode {
  readonly hypothesis: Hypothesis
  readonly below: readonly HypothesisNode[]
}

/** A hypothesis with a missing parent, or in a cycle, becomes a root. */
export const hypothesisTree = (hypotheses: readonly Hypothesis[]): readonly HypothesisNode[] => {
  const ids = new Set(hypotheses.map(({ id }) => id))
  const placed = new Set<string>()
  const toNode = (hypothesis: Hypothesis): HypothesisNode => {
    placed.add(hypothesis.id)
    const children = hypotheses.filter(({ id, parent_id: parent }) => parent === hypothesis.id && !placed.has(id))
    return { hypothesis, below: children.map(toNode) }
  }
  const roots = hypotheses.filter(({ parent_id: parent }) => parent === null || !ids.has(parent)).map(toNode)
  return [...roots, ...hypotheses.flatMap((each) => (placed.has(each.id) ? [] : [toNode(each)]))]
}
