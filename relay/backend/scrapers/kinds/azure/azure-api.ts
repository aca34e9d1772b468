import { z } from 'zod'
import { readLoginName } from '#relay/backend/clients/run/client-run.ts'
import { azureReader } from '#relay/backend/clients/clouds/azure-transport.ts'
import { resolveTls } from '#relay/backend/clients/http/http-tls.ts'
import { askJson, ServiceError } from '#relay/backend/clients/http/json-service.ts'
import { resolveTarget } from '#relay/backend/clients/run/target.ts'
import type { TlsOptions } from '#relay/backend/clients/http/trusting-connector.ts'
import type { ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { AzureSpec } from './azure-spec.ts'

const pagesMax = 1_000
const tokenResponse = z.looseObject({ access_token: z.string().min(1), expires_in: z.number().default(3_600) })

interface Client {
  readonly authority: string
  readonly clientId: string
  readonly clientSecret: string
  readonly tenant: string
}

const resolveClient = async (spec: AzureSpec, run: ScrapeContext): Promise<Client> => {
  const { url: authority, ...target } = await resolveTarget(
    { connection: spec.connection },
    spec.authority ?? 'https://login.microsoftonline.com',
    run,
  )
  const { clientID, clientSecret: secret, tenantID } = spec
  const client = {
    authority: authority.replace(/\/+$/, ''),
    clientId: clientID === undefined ? (target.username ?? '') : await readLoginName(clientID, run),
    clientSecret: secret === undefined ? (target.password ?? '') : await run.secret(secret),
    tenant: tenantID ?? target.properties['tenant'] ?? '',
  }
  const { clientId, clientSecret, tenant } = client
  if (clientId === '' || clientSecret === '' || tenant === '')
    throw new Error('Client ID, client secret and tenant are required: set them, or select a connection that has them')
  return client
}

/**
 * The SDK's ClientSecretCredential reads the relay's environment and may query the machine for its region;
 * neither can be disabled.
 */
const createCredential = (
  { authority, clientId, clientSecret, tenant }: Client,
  tls: TlsOptions,
  run: ScrapeContext,
) => ({
  getToken: async (scope: string | string[]) => {
    const { json } = await askJson(
      {
        name: 'Microsoft Entra ID',
        headers: [],
        tls,
        signal: run.signal,
        signIn: {
          rejectionCodes: [400],
          advice: 'Use the client ID, tenant and an unexpired secret of an app registration.',
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
      tokenResponse,
    )
    run.hide(json.access_token)
    return { token: json.access_token, expiresOnTimestamp: Date.now() + json.expires_in * 1_000 }
  },
})

interface AzureList {
  readonly name: string
  readonly path: string
  readonly apiVersion: string
  readonly params?: Readonly<Record<string, string>>
}

export const createAzureApi = async (spec: AzureSpec, run: ScrapeContext) => {
  const [client, tls] = await Promise.all([resolveClient(spec, run), resolveTls(spec.tls, run)])
  const credential = createCredential(client, tls, run)
  const endpoint = (spec.endpoint ?? 'https://management.azure.com').replace(/\/+$/, '')
  const read = await azureReader({ name: 'Azure', endpoint, credential, tls, signal: run.signal })
  const graph = (spec.graphEndpoint ?? 'https://graph.microsoft.com').replace(/\/+$/, '')
  const readGraph = await azureReader({
    name: 'Microsoft Graph',
    endpoint: graph,
    credential,
    tls,
    signal: run.signal,
  })
  const subscription = `${endpoint}/subscriptions/${encodeURIComponent(spec.subscriptionID)}`
  return {
    readSubscription: async <T>(schema: z.ZodType<T>) => read(`${subscription}?api-version=2022-12-01`, schema),
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
      throw new ServiceError(200, `Azure returned more than ${pagesMax} pages of ${name}`)
    },
    listDirectory: async function* <T>(name: string, path: string, schema: z.ZodType<T>): AsyncGenerator<T> {
      const pageSchema = z.looseObject({ value: z.array(schema), '@odata.nextLink': z.string().nullish() })
      let url = `${graph}/v1.0/${path}`
      for (let page = 0; page < pagesMax; page += 1) {
        const { value, '@odata.nextLink': nextLink } = await readGraph(url, pageSchema)
        yield* value
        if (!nextLink) return
        url = nextLink
      }
      throw new ServiceError(200, `Microsoft Graph returned more than ${pagesMax} pages of ${name}`)
    },
  }
}

export type AzureApi = Awaited<ReturnType<typeof createAzureApi>>
