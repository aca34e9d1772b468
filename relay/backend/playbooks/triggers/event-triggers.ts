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

export const deletedItemEvent = 'playbook.config.deleted'
const chainsMax = 10_000

const labelsSchema = z.record(z.string(), z.string()).catch({})

export class EventTriggers {
  readonly #deps: PlaybookDeps
  #listening: Promise<readonly Listening[]> | undefined
  #work: Promise<void> = Promise.resolve()
  /** By run: the playbooks whose runs led to it. */
  readonly #chains = new Map<string, ReadonlySet<string>>()

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

  /** The database raises these events, for whatever deletes an item. Each is taken by one relay instance. */
  takeDeleted(): Promise<void> {
    this.#work = this.#work.then(async () => {
      const { database, log } = this.#deps
      try {
        const { rows } = await database.query<{ id: string }>(
          "delete from event_queue where name = $1 returning properties ->> 'id' as id",
          [deletedItemEvent],
        )
        if (rows.length > 0) await this.#take({ kind: 'config', name: 'deleted', ids: rows.map(({ id }) => id) })
      } catch (error) {
        log.error({ err: error, event: deletedItemEvent }, 'playbook trigger failed')
      }
    })
    return this.#work
  }

  async #readChain(runId: string | undefined): Promise<ReadonlySet<string>> {
    if (runId === undefined) return new Set()
    const { rows } = await this.#deps.database.query<{ playbook_id: string }>(
      'select playbook_id from playbook_runs where id = $1',
      [runId],
    )
    return new Set([...(this.#chains.get(runId) ?? []), ...rows.map((row) => row.playbook_id)])
  }

  #keepChain(runId: string, chain: ReadonlySet<string>): void {
    if (chain.size === 0) return
    this.#chains.set(runId, chain)
    const [oldest] = this.#chains.keys()
    if (this.#chains.size > chainsMax && oldest !== undefined) this.#chains.delete(oldest)
  }

  async #take(event: ResourceEvent): Promise<void> {
    const { log } = this.#deps
    try {
      this.#listening ??= this.#read()
      const concerned = (await this.#listening).filter(
        ({ kind, trigger }) => kind === event.kind && isNamed(trigger.event, event),
      )
      if (concerned.length === 0) return
      const chain = await this.#readChain(event.runId)
      for (const { playbookId, name } of concerned)
        if (chain.has(playbookId))
          log.info(
            { playbook: name, event: `${event.kind}.${event.name}`, resourceIds: event.ids, runId: event.runId },
            'playbook not started: its own run made the change',
          )
      const others = concerned.filter(({ playbookId }) => !chain.has(playbookId))
      for (const id of event.ids) await this.#start(others, event, id, chain)
    } catch (error) {
      this.forget()
      log.error({ err: error, event: `${event.kind}.${event.name}` }, 'playbook trigger failed')
    }
  }

  async #start(
    concerned: readonly Listening[],
    { kind, name: event }: ResourceEvent,
    id: string,
    chain: ReadonlySet<string>,
  ): Promise<void> {
    const { database, log } = this.#deps
    const about = { [`${kind}_id`]: id }
    const target = await readTarget(database, about, { includesDeleted: event === 'deleted' }).catch(
      (error: unknown) => {
        log.warn(
          { err: error, event: `${kind}.${event}`, resourceId: id },
          'playbook trigger skipped, resource not found',
        )
        return null
      },
    )
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
        const { run_id: runId } = await startRun(this.#deps, { id: playbookId, ...about }, null)
        this.#keepChain(runId, chain)
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
