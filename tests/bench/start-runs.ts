import { z } from 'zod'
import type { Relay } from '#tests/fixtures/relay.ts'

const rowsSchema = z.array(z.object({ id: z.string() }))
const startedSchema = z.object({ run_id: z.string() })

/** Starts a playbook without parameters so many times at once; answers the ids of the runs. */
export const startRuns = async (relay: Relay, playbook: string, count: number): Promise<string[]> => {
  const answer = await fetch(`${relay.url}/api/db/playbooks?select=id&name=eq.${playbook}`)
  const id = rowsSchema.parse(await answer.json())[0]?.id
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
