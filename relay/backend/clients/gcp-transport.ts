import type { JWTOptions } from 'google-auth-library'
import type { JsonQuestion } from './json-service.ts'

/**
 * What a sign-in of Google's SDK is made with, so that it, and the clients that it is given to, have what they read (nothing else is
 * sent) asked by `ask`, which answers JSON. What `ask` rejects with is the cause of what they reject with.
 */
export const gcpTransport = (
  ask: (question: JsonQuestion, authorization: string) => Promise<string>,
): Pick<JWTOptions, 'transporterOptions' | 'useAuthRequestParameters'> => ({
  // Otherwise it logs requests where the environment says so.
  useAuthRequestParameters: false,
  transporterOptions: {
    // Otherwise it asks again by itself, and by a proxy that the environment names.
    retryConfig: { retry: 0 },
    noProxy: [/^/],
    fetchImplementation: async (input, { headers, body } = {}) => {
      const question = {
        url: input instanceof Request ? input.url : input.toString(),
        ...(body instanceof URLSearchParams && { form: body }),
        ...(typeof body === 'string' && { json: body }),
      }
      const content = await ask(question, new Headers(headers).get('authorization') ?? '')
      return new Response(content, { headers: { 'content-type': 'application/json' } })
    },
  },
})
