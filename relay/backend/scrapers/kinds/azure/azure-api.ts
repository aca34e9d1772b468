import { z } from 'zod'
import { azureTransport } from '#relay/backend/clients/azure-transport.ts'
import { tlsOf } from '#relay/backend/clients/http-tls.ts'
import { askJson, ServiceFault } from '#relay/backend/clients/json-service.ts'
import { targetOf } from '#relay/backend/clients/target.ts'
import type { TlsOptions } from '#relay/backend/clients/trusting-connector.ts'
import type { ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { AzureSpec } from './azure-spec.ts'

const pagesMax = 1_000
const tokenAnswer = z.looseObject({ access_token: z.string().min(1), expires_in: z.number().default(3_600) })
/** The subscription, or a page of a list. */
const answer = z.union([z.looseObject({ displayName: z.string() }), z.looseObject({ value: z.array(z.unknown()) })])

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

/** Loads the SDK, which signs in when it is first asked: its clients for a subscription, read by `readable` and `pagesOf`. */
export const azureApiOf = async (given: AzureSpec, run: ScrapeContext) => {
  const [client, tls] = await Promise.all([clientOf(given, run), tlsOf(given.tls, false, run)])
  const credential = credentialOf(client, tls, run)
  const [monitor, resources, subscriptions] = await Promise.all([
    import('@azure/arm-monitor'),
    import('@azure/arm-resources'),
    import('@azure/arm-resources-subscriptions'),
  ])
  const endpoint = (given.endpoint ?? 'https://management.azure.com').replace(/\/+$/, '')
  const options = await azureTransport({ name: 'Azure', endpoint, credential, answer, tls, signal: run.signal })
  return {
    subscriptions: new subscriptions.SubscriptionClient(credential, options).subscriptions,
    resources: new resources.ResourceManagementClient(credential, given.subscriptionID, options),
    monitor: new monitor.MonitorClient(credential, given.subscriptionID, options),
  }
}

export type AzureApi = Awaited<ReturnType<typeof azureApiOf>>

/** What the SDK answers, as the schema has it. Rejects with ServiceFault where it is something else. */
export const readable = async <T>(answered: Promise<unknown>, schema: z.ZodType<T>): Promise<T> => {
  try {
    return schema.parse(await answered)
  } catch (error) {
    // What the SDK says of a body that it cannot read holds the body.
    const isUnreadable = error instanceof z.ZodError || (error instanceof Error && error.name === 'RestError')
    throw isUnreadable ? new ServiceFault(200, 'Azure answered something else than was asked') : error
  }
}

interface Paged {
  byPage(): AsyncIterator<readonly unknown[]>
}

/** All of a list, a page at a time; `what` is the list, for messages. */
export async function* pagesOf<T>(what: string, list: Paged, schema: z.ZodType<T>): AsyncGenerator<readonly T[]> {
  const pageSchema = z
    .object({ done: z.literal(true) })
    .or(z.object({ done: z.literal(false), value: z.array(schema) }))
  const pages = list.byPage()
  for (let page = 0; page < pagesMax; page += 1) {
    const next = await readable(pages.next(), pageSchema)
    if (next.done) return
    yield next.value
  }
  throw new ServiceFault(200, `Azure has more than ${pagesMax} pages of ${what}`)
}
