import { z } from 'zod'
import type { PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import { evaluate } from '#relay/backend/templates/template.ts'
import type { PlaybookDeps } from '#relay/backend/playbooks/playbook-deps.ts'
import { readPlaybooks } from '#relay/backend/playbooks/spec/playbook-store.ts'
import { readPlaybookSpec } from '#relay/backend/playbooks/spec/read-spec.ts'
import { startRun } from '#relay/backend/playbooks/runs/start-run.ts'
import { triggerVariables } from '#relay/backend/playbooks/runs/run-environment.ts'
import { readTarget, targetKinds } from '#relay/backend/playbooks/runs/targets.ts'
import { isNamed, triggerByKind } from './trigger-events.ts'
import type { EventKind, ResourceEvent } from '#relay/backend/rows/resource-event.ts'

type Trigger = NonNullable<NonNullable<PlaybookSpec['on']>['canary']>[number]

interface Listening {
  readonly playbookId: string
  readonly name: string
  readonly kind: EventKind
  readonly trigger: Trigger
}

const labelsSchema = z.record(z.string(), z.string()).catch({})

export class EventTriggers {
  readonly #deps: PlaybookDeps
  #listening: Promise<readonly Listening[]> | undefined
  #work: Promise<void> = Promise.resolve()

  constructor(deps: PlaybookDeps) {
    this.#deps = deps
  }

  forget(): void {
    this.#listening = undefined
  }

  happened(event: ResourceEvent): Promise<void> {
    this.#work = this.#work.then(() => this.#take(event))
    return this.#work
  }

  async #take(event: ResourceEvent): Promise<void> {
    const { log } = this.#deps
    try {
      this.#listening ??= this.#read()
      const concerned = (await this.#listening).filter(
        ({ kind, trigger }) => kind === event.kind && isNamed(trigger.event, event),
      )
      if (concerned.length === 0) return
      for (const id of event.ids) await this.#start(concerned, event, id)
    } catch (error) {
      this.forget()
      log.error({ err: error, event: `${event.kind}.${event.name}` }, 'playbook trigger failed')
    }
  }

  async #start(concerned: readonly Listening[], { kind, name: event }: ResourceEvent, id: string): Promise<void> {
    const { database, log } = this.#deps
    const about = { [`${kind}_id`]: id }
    const target = await readTarget(database, about).catch((error: unknown) => {
      log.warn(
        { err: error, event: `${kind}.${event}`, resourceId: id },
        'playbook trigger skipped, resource not found',
      )
      return null
    })
    if (target === null) return
    for (const { playbookId, name, trigger } of concerned) {
      try {
        const labels = labelsSchema.parse(target.labels)
        if (Object.entries(trigger.labels ?? {}).some(([key, value]) => labels[key] !== value)) continue
        if (
          trigger.filter !== undefined &&
          (await evaluate({ expr: trigger.filter }, triggerVariables(target, event))) !== true
        )
          continue
        await startRun(this.#deps, { id: playbookId, ...about }, null)
      } catch (error) {
        log.error({ err: error, playbook: name, event: `${kind}.${event}`, resourceId: id }, 'playbook start failed')
      }
    }
  }

  async #read(): Promise<readonly Listening[]> {
    const listening: Listening[] = []
    for (const { id, name, spec } of await readPlaybooks(this.#deps.database)) {
      const read = await readPlaybookSpec(spec)
      if (!('spec' in read)) continue
      for (const kind of targetKinds)
        for (const trigger of read.spec.on?.[triggerByKind[kind]] ?? [])
          listening.push({ playbookId: id, name, kind, trigger })
    }
    return listening
  }
}
