import type { JWTOptions } from 'google-auth-library'
import type { JsonRequest } from '#relay/backend/clients/http/json-service.ts'

export const gcpTransport = (
  ask: (request: JsonRequest, authorization: string) => Promise<string>,
): Pick<JWTOptions, 'transporterOptions' | 'useAuthRequestParameters'> => ({
  // The library logs requests if the environment enables it.
  useAuthRequestParameters: false,
  transporterOptions: {
    // The library retries, and uses a proxy from the environment, by default.
    retryConfig: { retry: 0 },
    noProxy: [/^/],
    fetchImplementation: async (input, { headers, body } = {}) => {
      const request = {
        url: input instanceof Request ? input.url : input.toString(),
        ...(body instanceof URLSearchParams && { form: body }),
        ...(typeof body === 'string' && { json: body }),
      }
      const content = await ask(request, new Headers(headers).get('authorization') ?? '')
      return new Response(content, { headers: { 'content-type': 'application/json' } })
    },
  },
})
