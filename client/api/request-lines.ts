import type { z } from 'zod'
import { buildPath, type Contract } from '#shared/primitives/contract.ts'
import { toWellFormedJson } from '#shared/primitives/well-formed-json.ts'
import { assertSupported } from './assert-supported.ts'
import { withCredentials } from './auth-transport.ts'
import { toApiError, unreadable, unsentError } from './request.ts'

const headers = { Accept: 'application/x-ndjson', 'Content-Type': 'application/json' }

async function* readLines(pieces: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = pieces.getReader()
  const decoder = new TextDecoder()
  let begun = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const lines = `${begun}${decoder.decode(value, { stream: !done })}`.split('\n')
      begun = done ? '' : (lines.pop() ?? '')
      yield* lines.filter((line) => line !== '')
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

export async function* requestLines<T>(
  route: Contract & { readonly response: z.ZodType<T> },
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const path = buildPath<Contract>(route, {})
  const where = `${route.method} ${path}`
  assertSupported(route, where)
  try {
    const { url, headers: credentials } = await withCredentials(path)
    const sent = { method: route.method, headers: { ...headers, ...credentials }, body: JSON.stringify(body), signal }
    const response = await fetch(url, sent)
    if (!response.ok || response.body === null) throw toApiError(where, response, await response.text())
    for await (const line of readLines(response.body)) {
      const message = route.response.safeParse(JSON.parse(toWellFormedJson(line)))
      if (!message.success) throw unreadable(where, response.status, message.error)
      yield message.data
    }
  } catch (cause) {
    throw unsentError(cause, where, signal)
  }
}
