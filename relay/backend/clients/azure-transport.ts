import type { z } from 'zod'
import type { ServiceClientOptions } from '@azure/core-client'
import type { BearerTokenAuthenticationPolicyOptions, HttpClient, PipelinePolicy } from '@azure/core-rest-pipeline'
import { askJson, ServiceFault, type JsonServiceOptions } from './json-service.ts'

interface AzureService extends Omit<JsonServiceOptions, 'headers'> {
  /** An https:// address, without a slash at its end. */
  readonly endpoint: string
  readonly credential: NonNullable<BearerTokenAuthenticationPolicyOptions['credential']>
  /** What every answer is at least: the SDK takes whatever else it is for something empty. */
  readonly answer: z.ZodType
}

/** The token is for one service alone. */
const staysAt = (name: string, endpoint: string): PipelinePolicy => ({
  name: 'staysAtEndpoint',
  sendRequest: async (request, next) => {
    if (!URL.canParse(request.url) || new URL(request.url).origin !== new URL(endpoint).origin)
      throw new ServiceFault(200, `${name} leads to another address for the next page`)
    return next(request)
  },
})

/**
 * What clients of the Azure SDK are made with, so that they sign in and read and write bodies, and what they read (nothing else is
 * sent) comes by `askJson`, which waits for limits. They reject with ServiceFault, and with a RestError for a body that they cannot read.
 */
export const azureTransport = async ({
  endpoint,
  credential,
  answer,
  ...service
}: AzureService): Promise<Required<Pick<ServiceClientOptions, 'endpoint' | 'httpClient' | 'pipeline'>>> => {
  const [
    { bearerTokenAuthenticationPolicy, createEmptyPipeline, createHttpHeaders },
    { deserializationPolicy, serializationPolicy },
  ] = await Promise.all([import('@azure/core-rest-pipeline'), import('@azure/core-client')])
  const httpClient: HttpClient = {
    sendRequest: async (request) => {
      const headers = [['authorization', request.headers.get('authorization') ?? '']] as const
      const { content } = await askJson({ ...service, headers }, { url: request.url }, answer)
      return {
        request,
        status: 200,
        headers: createHttpHeaders({ 'content-type': 'application/json' }),
        bodyAsText: content,
      }
    },
  }
  // The SDK's own would read the environment for a proxy, follow redirects, ask again by itself, and say what machine this is.
  const pipeline = createEmptyPipeline()
  pipeline.addPolicy(staysAt(service.name, endpoint))
  pipeline.addPolicy(serializationPolicy(), { phase: 'Serialize' })
  pipeline.addPolicy(deserializationPolicy(), { phase: 'Deserialize' })
  pipeline.addPolicy(bearerTokenAuthenticationPolicy({ credential, scopes: `${endpoint}/.default` }), { phase: 'Sign' })
  return { endpoint, httpClient, pipeline }
}
