import { z } from 'zod'
import type { BearerTokenAuthenticationPolicyOptions, HttpClient, PipelinePolicy } from '@azure/core-rest-pipeline'
import { askJson, ServiceError, type JsonServiceOptions } from '#relay/backend/clients/http/json-service.ts'

interface AzureService extends Omit<JsonServiceOptions, 'headers'> {
  readonly endpoint: string
  readonly credential: NonNullable<BearerTokenAuthenticationPolicyOptions['credential']>
}

/** The token is valid for one service only. */
const staysAt = (name: string, endpoint: string): PipelinePolicy => ({
  name: 'staysAtEndpoint',
  sendRequest: async (request, next) => {
    if (!URL.canParse(request.url) || new URL(request.url).origin !== new URL(endpoint).origin)
      throw new ServiceError(200, `${name} returned a next-page link to another host`)
    return next(request)
  },
})

type ReadAzure = <T>(url: string, schema: z.ZodType<T>) => Promise<T>

export const azureReader = async ({ endpoint, credential, ...service }: AzureService): Promise<ReadAzure> => {
  const { bearerTokenAuthenticationPolicy, createEmptyPipeline, createHttpHeaders, createPipelineRequest } =
    await import('@azure/core-rest-pipeline')
  const httpClient: HttpClient = {
    sendRequest: async (request) => {
      const headers = [['authorization', request.headers.get('authorization') ?? '']] as const
      const { content } = await askJson({ ...service, headers }, { url: request.url }, z.unknown())
      return { request, status: 200, headers: createHttpHeaders(), bodyAsText: content }
    },
  }
  // The SDK's default pipeline reads proxies from the environment, follows redirects, retries and sends details of
  // this machine.
  const pipeline = createEmptyPipeline()
  pipeline.addPolicy(staysAt(service.name, endpoint))
  pipeline.addPolicy(bearerTokenAuthenticationPolicy({ credential, scopes: `${endpoint}/.default` }), { phase: 'Sign' })
  return async (url, schema) => {
    const { bodyAsText } = await pipeline.sendRequest(httpClient, createPipelineRequest({ url }))
    const read = schema.safeParse(JSON.parse(bodyAsText ?? ''))
    if (!read.success) throw new ServiceError(200, `${service.name} returned an invalid response`)
    return read.data
  }
}
