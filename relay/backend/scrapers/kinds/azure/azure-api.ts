import { z } from 'zod'
import { tlsOf } from '#relay/backend/clients/http-tls.ts'
import { askJson, ServiceFault } from '#relay/backend/clients/json-service.ts'
import { targetOf } from '#relay/backend/clients/target.ts'
import type { ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { AzureSpec } from './azure-spec.ts'

/** A subscription, asked by paths below it. Rejects with ServiceFault. */
export interface AzureApi {
  ask<T>(path: string, version: string, schema: z.ZodType<T>): Promise<T>
  /** All of a list, a page at a time. */
  list<T>(path: string, query: Readonly<Record<string, string>>, schema: z.ZodType<T>): AsyncIterable<readonly T[]>
}

const pagesMax = 1_000
const tokenAnswer = z.looseObject({ access_token: z.string().min(1) })

interface Client {
  /** Where it signs in. */
  readonly authority: string
  readonly clientId: string
  readonly clientSecret: string
  readonly tenant: string
}

const clientOf = async (given: AzureSpec, run: ScrapeContext): Promise<Client> => {
  const { url: authority, ...target } = await targetOf(
    { connection: given.connection },
    given.authority ?? 'https://login.microsoftonline.com',
    run,
  )
  const { clientID, clientSecret: secret, tenantID } = given
  const client = {
    authority: authority.replace(/\/+$/, ''),
    clientId: clientID === undefined ? (target.username ?? '') : await run.plain(clientID),
    clientSecret: secret === undefined ? (target.password ?? '') : await run.secret(secret),
    tenant: tenantID ?? target.properties['tenant'] ?? '',
  }
  const { clientId, clientSecret, tenant } = client
  if (clientId === '' || clientSecret === '' || tenant === '')
    throw new Error(
      'Client ID, client secret and tenant are all needed: write them, or choose a connection that has them',
    )
  return client
}

/** Signs in as an application and asks the Resource Manager. */
export const azureApiOf = async (given: AzureSpec, run: ScrapeContext): Promise<AzureApi> => {
  const { authority, clientId, clientSecret, tenant } = await clientOf(given, run)
  const endpoint = (given.endpoint ?? 'https://management.azure.com').replace(/\/+$/, '')
  const tls = await tlsOf(given.tls, false, run)
  const { json } = await askJson(
    {
      name: 'Microsoft Entra ID',
      headers: [],
      tls,
      signal: run.signal,
      signIn: {
        refusedBy: [400],
        advice: 'It takes the client ID, a secret that is not over, and the tenant of an app registration.',
      },
    },
    {
      url: `${authority}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`,
      form: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope: `${endpoint}/.default`,
      }),
    },
    tokenAnswer,
  )
  run.hide(json.access_token)
  const service = {
    name: 'Azure',
    headers: [['authorization', `Bearer ${json.access_token}`]],
    tls,
    signal: run.signal,
  } as const
  const base = `${endpoint}/subscriptions/${given.subscriptionID}`
  const urlOf = (path: string, query: Readonly<Record<string, string>>) =>
    `${base}${path}?${new URLSearchParams(query).toString()}`
  return {
    ask: async (path, version, schema) =>
      (await askJson(service, { url: urlOf(path, { 'api-version': version }) }, schema)).json,
    list: async function* (path, query, schema) {
      const pageSchema = z.looseObject({ value: z.array(schema), nextLink: z.string().nullish() })
      let url = urlOf(path, query)
      for (let page = 0; page < pagesMax; page += 1) {
        const answer = await askJson(service, { url }, pageSchema)
        yield answer.json.value
        const next = answer.json.nextLink ?? ''
        if (next === '') return
        // The token is for this service alone.
        if (!URL.canParse(next) || new URL(next).origin !== new URL(endpoint).origin)
          throw new ServiceFault(200, 'Azure leads to another address for the next page')
        url = next
      }
      throw new ServiceFault(200, `Azure has more than ${pagesMax} pages of ${path.slice(1)}`)
    },
  }
}
