import { z } from 'zod'
import type { EnvVar, TlsConfig } from '#relay/backend/clients/run/fields.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { resolveTls } from '#relay/backend/clients/http/http-tls.ts'
import { askJson, ServiceError, type JsonRequest, type JsonResponse } from '#relay/backend/clients/http/json-service.ts'
import { resolveTarget } from '#relay/backend/clients/run/target.ts'

const pageSize = 100
const pagesMax = 1_000

export const azureDevopsList = <T>(schema: z.ZodType<T>) => z.looseObject({ value: z.array(schema) })

export const azureDevopsRun = z.looseObject({
  id: z.number(),
  buildNumber: z.string().catch(''),
  status: z.string().nullish(),
  result: z.string().nullish(),
  finishTime: z.string().nullish(),
  sourceBranch: z.string().nullish(),
})

interface AzureDevopsSignIn {
  readonly connection?: string | undefined
  readonly organization?: string | undefined
  readonly personalAccessToken?: EnvVar | undefined
  readonly url?: string | undefined
  readonly tls?: TlsConfig | undefined
}

export interface AzureDevopsApi {
  readonly organization: string
  ask<T>(path: string, query: Readonly<Record<string, string>>, schema: z.ZodType<T>): Promise<JsonResponse<T>>
  send<T>(
    path: string,
    query: Readonly<Record<string, string>>,
    request: Omit<JsonRequest, 'url'>,
    schema: z.ZodType<T>,
  ): Promise<T>
  list<T>(path: string, schema: z.ZodType<T>): AsyncIterable<readonly T[]>
}

/** Requests are relative to the organization, and end with the signal of `run`. */
export const createAzureDevopsApi = async (spec: AzureDevopsSignIn, run: ClientRun): Promise<AzureDevopsApi> => {
  const target = await resolveTarget({ connection: spec.connection }, spec.url ?? 'https://dev.azure.com', run)
  const organization = spec.organization ?? target.username ?? ''
  if (organization === '') throw new Error('The connection has no organization. Set organization')
  const token =
    spec.personalAccessToken === undefined
      ? target.password || target.properties['personalAccessToken'] || ''
      : await run.secret(spec.personalAccessToken)
  run.hide(token)
  run.hide(`:${token}`)
  const service = {
    name: 'Azure DevOps',
    headers: token === '' ? [] : [['authorization', `Basic ${Buffer.from(`:${token}`).toString('base64')}`] as const],
    tls: await resolveTls(spec.tls, run, { insecureTls: target.insecureTls }),
    signal: run.signal,
    signIn: {
      rejectionCodes: [203, 302],
      advice: 'Use a personal access token of the organization that has not expired and can read builds and projects.',
    },
  }
  const base = `${target.url.replace(/\/+$/, '')}/${encodeURIComponent(organization)}`
  const toUrl = (path: string, query: Readonly<Record<string, string>>) =>
    `${base}/${path}?${new URLSearchParams({ ...query, 'api-version': query['api-version'] ?? '7.0' }).toString()}`
  const ask: AzureDevopsApi['ask'] = (path, query, schema) => askJson(service, { url: toUrl(path, query) }, schema)
  return {
    organization,
    ask,
    send: async (path, query, request, schema) =>
      (await askJson(service, { ...request, url: toUrl(path, query) }, schema)).json,
    list: async function* (path, schema) {
      let next = ''
      for (let page = 0; page < pagesMax; page += 1) {
        const query = { $top: String(pageSize), ...(next !== '' && { continuationToken: next }) }
        const { json, headers } = await ask(path, query, azureDevopsList(schema))
        yield json.value
        next = headers['X-Ms-Continuationtoken'] ?? ''
        if (next === '') return
      }
      throw new ServiceError(200, `Azure DevOps has more than ${pagesMax} pages of ${path}`)
    },
  }
}
