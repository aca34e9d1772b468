import type { RunApproval, RunChild, RunHead, RunPart, RunTry } from '#shared/playbooks/run-part.ts'
import { isFinalAction, isFinalRun } from '#shared/playbooks/run-status.ts'
import { appendValue } from '#shared/primitives/append-value.ts'
import { compareValues } from '#shared/sorting/sort-value.ts'

/** Attempts are oldest first. */
export interface RunStep {
  readonly name: string
  readonly kind: string
  readonly retries: number
  readonly tries: readonly RunTry[]
  /** Status of the last attempt; `planned` before the first, `skipped` when the run ended without one. */
  readonly status: string
}

interface ChildRun {
  readonly run: RunChild
  readonly steps: readonly RunStep[]
}

export interface RunView {
  readonly run: RunHead
  readonly steps: readonly RunStep[]
  readonly approvals: readonly RunApproval[]
  readonly children: readonly ChildRun[]
  readonly isOver: boolean
  readonly stepsDone: number
  readonly current: RunStep | null
}

const getStart = (one: RunTry) => one.start_time ?? one.scheduled_time
const byStart = (a: RunTry, b: RunTry) => compareValues(getStart(a), getStart(b)) || a.retry_count - b.retry_count

const listSteps = (planned: RunHead['steps'], tries: readonly RunTry[], isOver: boolean): RunStep[] => {
  const byName = new Map<string, RunTry[]>(planned.map(({ name }) => [name, []]))
  for (const one of tries.toSorted(byStart)) appendValue(byName, one.name, one)
  const plans = new Map(planned.map((step) => [step.name, step]))
  return [...byName].map(([name, own]) => ({
    name,
    kind: plans.get(name)?.kind ?? '',
    retries: plans.get(name)?.retries ?? 0,
    tries: own,
    status: own.at(-1)?.status ?? (isOver ? 'skipped' : 'planned'),
  }))
}

export const toRunView = (parts: Iterable<RunPart>): RunView | null => {
  const all = [...parts]
  const run = all.find((part) => part.kind === 'run')
  if (run === undefined) return null
  const tries = all.filter((part) => part.kind === 'try')
  const isOver = isFinalRun(run.status)
  const steps = listSteps(
    run.steps,
    tries.filter((one) => one.playbook_run_id === run.id || one.playbook_run_id === null),
    isOver,
  )
  const children = all
    .filter((part) => part.kind === 'child')
    .toSorted((a, b) => compareValues(a.created_at, b.created_at))
    .map((child): ChildRun => {
      const own = tries.filter((one) => one.playbook_run_id === child.id)
      return { run: child, steps: listSteps([], own, isFinalRun(child.status)) }
    })
  const begun = steps.filter((step) => step.tries.length > 0)
  return {
    run,
    steps,
    approvals: all
      .filter((part) => part.kind === 'approval')
      .toSorted((a, b) => compareValues(a.created_at, b.created_at)),
    children,
    isOver,
    stepsDone: begun.filter(({ status }) => isFinalAction(status)).length,
    current:
      begun.find(({ status }) => !isFinalAction(status)) ??
      begun.findLast(({ status }) => status === 'failed') ??
      begun.at(-1) ??
      null,
  }
}

export const shownTry = (view: RunView, tryId: string | null): { step: RunStep; shown: RunTry } | null => {
  const steps = [...view.steps, ...view.children.flatMap((child) => child.steps)]
  for (const step of steps) {
    const shown = step.tries.find(({ id }) => id === tryId)
    if (shown !== undefined) return { step, shown }
  }
  const step = view.current ?? view.children.flatMap((child) => child.steps).at(-1)
  const shown = step?.tries.at(-1)
  return step === undefined || shown === undefined ? null : { step, shown }
}
