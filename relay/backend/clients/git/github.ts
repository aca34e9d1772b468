import type { z } from 'zod'
import type { EnvVar, TlsConfig } from '#relay/backend/clients/run/fields.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { resolveTls } from '#relay/backend/clients/http/http-tls.ts'
import { findLinkedPage } from '#relay/backend/clients/http/linked-page.ts'
import { askJson, ServiceError, type JsonRequest } from '#relay/backend/clients/http/json-service.ts'
import { resolveTarget } from '#relay/backend/clients/run/target.ts'
import { readRetryAfter, type FindRetryDelay } from '#relay/backend/clients/http/within-limits.ts'

interface GithubSignIn {
  readonly connection?: string | undefined
  readonly personalAccessToken?: EnvVar | undefined
  readonly url?: string | undefined
  readonly tls?: TlsConfig | undefined
}

export interface GithubClient {
  /** Paths begin with a slash. */
  ask<T>(path: string, schema: z.ZodType<T>): Promise<T>
  send<T>(path: string, request: Omit<JsonRequest, 'url'>, schema: z.ZodType<T>): Promise<T>
  /** Follows the links of pages. */
  list<T>(path: string, page: z.ZodType<readonly T[]>): AsyncGenerator<T>
}

export interface GithubApi {
  ask<T>(path: string, schema: z.ZodType<T>): Promise<T>
  send<T>(path: string, request: Omit<JsonRequest, 'url'>, schema: z.ZodType<T>): Promise<T>
}

/** A rate-limited response states when the limit resets. */
const findDelayMs: FindRetryDelay = (response, waits) => {
  const { code, headers } = response
  if (code !== 403 && code !== 429) return undefined
  const after = headers['Retry-After']
  if (after !== undefined && Number.isFinite(Number(after))) return Math.max(0, Number(after))
  if (headers['X-Ratelimit-Remaining'] !== '0') return readRetryAfter(response, waits)
  return Math.max(0, Number(headers['X-Ratelimit-Reset']) - Date.now() / 1_000)
}

const pagesMax = 1_000

export const createGithubClient = async (spec: GithubSignIn, run: ClientRun): Promise<GithubClient> => {
  const target = await resolveTarget({ connection: spec.connection }, spec.url ?? 'https://api.github.com', run)
  const token =
    spec.personalAccessToken === undefined
      ? target.password || target.properties['personalAccessToken']
      : await run.secret(spec.personalAccessToken)
  if (token !== undefined) run.hide(token)
  const service = {
    name: 'GitHub',
    headers: [
      ['accept', 'application/vnd.github+json'],
      ['x-github-api-version', '2022-11-28'],
      ...(token === undefined || token === '' ? [] : [['authorization', `Bearer ${token}`] as const]),
    ],
    tls: await resolveTls(spec.tls, run, { insecureTls: target.insecureTls }),
    signal: run.signal,
    findDelayMs,
  } as const
  const root = target.url.replace(/\/+$/, '')
  const send: GithubClient['send'] = async (path, request, schema) =>
    (await askJson(service, { ...request, url: `${root}${path}` }, schema)).json
  return {
    ask: (path, schema) => send(path, {}, schema),
    send,
    list: async function* (path, page) {
      let url = `${root}${path}`
      for (let count = 0; count < pagesMax; count += 1) {
        const { json, headers } = await askJson(service, { url }, page)
        yield* json
        const next = findLinkedPage(headers['Link'])
        if (next === undefined) return
        const linked = new URL(next, url)
        // Security: the token is valid for this service only.
        if (linked.origin !== new URL(url).origin)
          throw new ServiceError(200, 'GitHub returned a next-page link to another host')
        url = linked.href
      }
      throw new ServiceError(200, `GitHub returned more than ${pagesMax} pages`)
    },
  }
}

/** Requests are relative to the repository (`owner/name`), and end with the signal of `run`. */
export const createGithubApi = async (spec: GithubSignIn, repository: string, run: ClientRun): Promise<GithubApi> => {
  const client = await createGithubClient(spec, run)
  const toPath = (path: string) => `/repos/${repository}${path === '' ? '' : `/${path}`}`
  return {
    ask: (path, schema) => client.ask(toPath(path), schema),
    send: (path, request, schema) => client.send(toPath(path), request, schema),
  }
}
