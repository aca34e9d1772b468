import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TestState } from './connection-columns.tsx'
import { connectionTestsQuery, runTest, sendTestMessage } from './connections-api.ts'

const atOnce = 3

export const useConnectionTests = () => {
  const client = useQueryClient()
  const { data: tests } = useQuery(connectionTestsQuery)
  const [testing, setTesting] = useState<ReadonlySet<string>>(new Set())
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const testOne = async (id: string, run = runTest) => {
    const outcome = await run(id)
    const error = outcome === 'none' ? null : outcome.error
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
      const test = tests?.get(id)
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
