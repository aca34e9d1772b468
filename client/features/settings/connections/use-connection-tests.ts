import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConnectionTest } from '#shared/connections/connection-test.ts'
import { isBackendEmbedded } from '#client/domain/identity/user-accounts.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import type { TestState } from './connection-columns.tsx'
import { connectionTestsQuery, runTest, sendTestMessage } from './connections-api.ts'

const atOnce = 3

/** Other backends store no result, so it lasts as long as the page. */
const toTest = (
  id: string,
  { error, reached }: { readonly error: string | null; readonly reached: string },
  durationMs: number,
): ConnectionTest => {
  const step = { name: 'Test', ok: error === null, said: error ?? (reached || 'reached'), durationMs }
  return { connection_id: id, at: new Date(serverNow()).toISOString(), ok: error === null, durationMs, steps: [step] }
}

export const useConnectionTests = () => {
  const client = useQueryClient()
  const { data: tests } = useQuery(connectionTestsQuery)
  const [testing, setTesting] = useState<ReadonlySet<string>>(new Set())
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const [results, setResults] = useState<ReadonlyMap<string, ConnectionTest>>(new Map())
  const testOne = async (id: string, run = runTest) => {
    const startedMs = performance.now()
    const outcome = await run(id)
    const error = outcome === 'none' ? null : outcome.error
    if (!isBackendEmbedded() && outcome !== 'none') {
      const result = toTest(id, outcome, Math.round(performance.now() - startedMs))
      setResults((before) => new Map(before).set(id, result))
    }
    await client.invalidateQueries({ queryKey: connectionTestsQuery.queryKey })
    setErrors((before) => {
      const after = new Map(before)
      if (error === null) after.delete(id)
      else after.set(id, error)
      return after
    })
    setTesting((before) => new Set([...before].filter((each) => each !== id)))
  }
  return {
    getTestState: (id: string): TestState => {
      const test = tests?.get(id) ?? results.get(id)
      return { test, error: test === undefined ? errors.get(id) : undefined, isTesting: testing.has(id) }
    },
    sendMessage: async (id: string, recipient: string) => {
      setTesting((before) => new Set([...before, id]))
      await testOne(id, () => sendTestMessage(id, recipient))
    },
    test: async (ids: readonly string[]) => {
      setTesting((before) => new Set([...before, ...ids]))
      const waiting = [...ids]
      const work = async () => {
        for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await testOne(id)
      }
      await Promise.all(Array.from({ length: atOnce }, work))
    },
  }
}
