import type { JWTOptions } from 'google-auth-library'
import type { JsonQuestion } from './json-service.ts'

/**
 * Options with which Google's sign-in sends each request through `ask`, which returns the content of the response. An error of `ask`
 * becomes the cause of the library's error.
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
