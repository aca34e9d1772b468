import { z } from 'zod'
import { azureReader } from '#relay/backend/clients/azure-transport.ts'
import { tlsOf } from '#relay/backend/clients/http-tls.ts'
import { askJson, ServiceFault } from '#relay/backend/clients/json-service.ts'
import { targetOf } from '#relay/backend/clients/target.ts'
import type { TlsOptions } from '#relay/backend/clients/trusting-connector.ts'
import type { ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { AzureSpec } from './azure-spec.ts'

const pagesMax = 1_000
const tokenAnswer = z.looseObject({ access_token: z.string().min(1), expires_in: z.number().default(3_600) })

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

/**
 * Asks for tokens as an application. `ClientSecretCredential` of the SDK reads the environment of the relay, and may ask the machine
 * that it runs on for its region; neither can be turned off.
 */
const credentialOf = ({ authority, clientId, clientSecret, tenant }: Client, tls: TlsOptions, run: ScrapeContext) => ({
  getToken: async (scope: string | string[]) => {
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
          scope: [scope].flat().join(' '),
        }),
      },
      tokenAnswer,
    )
    run.hide(json.access_token)
    return { token: json.access_token, expiresOnTimestamp: Date.now() + json.expires_in * 1_000 }
  },
})

/** A list below the subscription, as its REST API names it. */
export interface AzureList {
  /** For messages. */
  readonly name: string
  readonly path: string
  readonly apiVersion: string
  readonly params?: Readonly<Record<string, string>>
}

/** Signs in with the first request. `listPages` reads the lists of the subscription. */
export const createAzureApi = async (given: AzureSpec, run: ScrapeContext) => {
  const [client, tls] = await Promise.all([clientOf(given, run), tlsOf(given.tls, false, run)])
  const credential = credentialOf(client, tls, run)
  const endpoint = (given.endpoint ?? 'https://management.azure.com').replace(/\/+$/, '')
  const read = await azureReader({ name: 'Azure', endpoint, credential, tls, signal: run.signal })
  const subscription = `${endpoint}/subscriptions/${encodeURIComponent(given.subscriptionID)}`
  return {
    readSubscription: async <T>(schema: z.ZodType<T>) => read(`${subscription}?api-version=2022-12-01`, schema),
    /** Page by page. Rejects with ServiceFault. */
    listPages: async function* <T>(
      { name, path, apiVersion, params }: AzureList,
      schema: z.ZodType<T>,
    ): AsyncGenerator<readonly T[]> {
      const pageSchema = z.looseObject({ value: z.array(schema), nextLink: z.string().nullish() })
      const query = new URLSearchParams({ 'api-version': apiVersion, ...params })
      let url = `${subscription}/${path}?${query.toString()}`
      for (let page = 0; page < pagesMax; page += 1) {
        const { value, nextLink } = await read(url, pageSchema)
        yield value
        if (!nextLink) return
        url = nextLink
      }
      throw new ServiceFault(200, `Azure has more than ${pagesMax} pages of ${name}`)
    },
  }
}

export type AzureApi = Awaited<ReturnType<typeof createAzureApi>>
