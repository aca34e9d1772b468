import { z } from 'zod'
import type { PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import { evaluate } from '#relay/backend/templates/template.ts'
import type { PlaybookDeps } from '#relay/backend/playbooks/playbook-deps.ts'
import { sentenceOf } from '#relay/backend/playbooks/playbook-error.ts'
import { readPlaybooks } from '#relay/backend/playbooks/spec/playbook-store.ts'
import { readPlaybookSpec } from '#relay/backend/playbooks/spec/read-spec.ts'
import { startRun } from '#relay/backend/playbooks/runs/start-run.ts'
import { readTarget } from '#relay/backend/playbooks/runs/targets.ts'

type Trigger = NonNullable<NonNullable<PlaybookSpec['on']>['canary']>[number]

interface Listening {
  readonly playbookId: string
  readonly name: string
  readonly triggers: readonly Trigger[]
}

const eventsOf = {
  healthy: new Set(['passed', 'check.passed']),
  unhealthy: new Set(['failed', 'check.failed']),
} as const
const labelsSchema = z.record(z.string(), z.string()).catch({})

/**
 * Starts playbooks when a check turns: those whose `on.canary` names the event (`passed`, `failed`), whose labels the check
 * has, and whose filter holds. The run is about the check.
 */
export class EventTriggers {
  readonly #deps: PlaybookDeps
  #listening: Promise<readonly Listening[]> | undefined

  constructor(deps: PlaybookDeps) {
    this.#deps = deps
  }

  /** To be called when playbooks may have changed. */
  forget(): void {
    this.#listening = undefined
  }

  /** Never rejects: what could not be started is told in the log. */
  async checkTurned(checkId: string, status: 'healthy' | 'unhealthy'): Promise<void> {
    const { database, log } = this.#deps
    try {
      this.#listening ??= this.#read()
      const events = eventsOf[status]
      const concerned = (await this.#listening).flatMap((each) =>
        each.triggers
          .filter(({ event }) => events.has(event))
          .map((trigger) => ({ playbookId: each.playbookId, name: each.name, trigger })),
      )
      if (concerned.length === 0) return
      const target = await readTarget(database, { check_id: checkId })
      if (target === null) return
      for (const { playbookId, name, trigger } of concerned) {
        try {
          const labels = labelsSchema.parse(target.labels)
          if (Object.entries(trigger.labels ?? {}).some(([key, value]) => labels[key] !== value)) continue
          if (
            trigger.filter !== undefined &&
            (await evaluate({ expr: trigger.filter }, { check: target.row })) !== true
          )
            continue
          await startRun(this.#deps, { id: playbookId, check_id: checkId }, null)
        } catch (error) {
          log.warn(`The playbook ${name} could not be started for the check ${target.name}. ${sentenceOf(error)}`)
        }
      }
    } catch (error) {
      this.forget()
      log.error({ err: error }, 'Playbooks could not be started for a check that turned.')
    }
  }

  async #read(): Promise<readonly Listening[]> {
    const listening: Listening[] = []
    for (const { id, name, spec } of await readPlaybooks(this.#deps.database)) {
      const read = await readPlaybookSpec(spec)
      const triggers = 'spec' in read ? (read.spec.on?.canary ?? []) : []
      if (triggers.length > 0) listening.push({ playbookId: id, name, triggers })
    }
    return listening
  }
}
