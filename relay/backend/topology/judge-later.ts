import type { Change } from '#relay/backend/rows/change.ts'
import type { Links } from '#relay/backend/topology/store/break-cycles.ts'
import type { BuiltTopology } from './run-topology.ts'

const [judgeSoonMs, judgeLaterMs] = [100, 3_000]
const judgedBy = new Set(['checks', 'components', 'config_items', 'config_analysis', 'evidences', 'incidents'])
const linkedBy: Readonly<Record<string, (links: Links) => readonly string[]>> = {
  checks: ({ checks }) => checks,
  components: ({ related }) => related.map(({ id }) => id),
  config_items: ({ configs, configId }) => [...configs, configId ?? ''],
}

const concerns = ({ links }: BuiltTopology, { relation, ids }: Change): boolean => {
  const linked = linkedBy[relation]
  if (ids === undefined || linked === undefined) return true
  const changed = new Set(ids)
  return [...links.values()].some((one) => linked(one).some((id) => changed.has(id)))
}

interface JudgeLaterOptions {
  readonly built: () => Iterable<readonly [id: string, built: BuiltTopology]>
  readonly judge: (waiting: Set<string>) => void
}

export const createJudgeLater = ({ built, judge }: JudgeLaterOptions) => {
  const waiting = new Set<string>()
  let timer: { readonly dueMs: number; readonly timeout: NodeJS.Timeout } | undefined
  const judgeAll = () => {
    timer = undefined
    judge(waiting)
  }
  const judgeAfter = (ms: number) => {
    const dueMs = Date.now() + ms
    if (timer !== undefined && timer.dueMs <= dueMs) return
    clearTimeout(timer?.timeout)
    timer = { dueMs, timeout: setTimeout(judgeAll, ms) }
  }
  return {
    follow: (change: Change): void => {
      if (!judgedBy.has(change.relation)) return
      for (const [id, topology] of built()) if (concerns(topology, change)) waiting.add(id)
      if (waiting.size > 0) judgeAfter(change.isUrgent === true ? judgeSoonMs : judgeLaterMs)
    },
    stop: (): void => clearTimeout(timer?.timeout),
  }
}
