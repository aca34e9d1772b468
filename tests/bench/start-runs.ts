import { z } from 'zod'
import type { Relay } from '#tests/fixtures/relay.ts'
import { wait } from './bench.ts'

const rowsSchema = z.array(z.object({ id: z.string() }))
const startedSchema = z.object({ run_id: z.string() })

export const startRuns = async (relay: Relay, playbook: string, count: number): Promise<string[]> => {
  const response = await fetch(`${relay.url}/api/db/playbooks?select=id&name=eq.${playbook}`)
  const id = rowsSchema.parse(await response.json())[0]?.id
  const start = async () => {
    const started = await fetch(`${relay.url}/api/playbook/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, params: {} }),
    })
    return startedSchema.parse(await started.json()).run_id
  }
  return Promise.all(Array.from({ length: count }, start))
}

const logSchema = z.object({ total: z.number() })

/** Excludes the start of the processes from the measurement. */
export const allWrite = async (relay: Relay, runs: readonly string[]): Promise<void> => {
  const writes = async (run: string): Promise<boolean> => {
    const actions = await fetch(`${relay.url}/api/db/playbook_run_actions?select=id&playbook_run_id=eq.${run}`)
    const id = rowsSchema.parse(await actions.json())[0]?.id
    if (id === undefined) return false
    const log = await fetch(`${relay.url}/api/playbook/run/action/${id}/log?lines=1`)
    return logSchema.parse(await log.json()).total > 0
  }
  for (const run of runs) while (!(await writes(run))) await wait(200)
}
