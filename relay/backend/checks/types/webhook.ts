import { z } from 'zod'
import { JsonBoundError, parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { humanizeBytes } from '#relay/backend/templates/functions/number-functions.ts'
import { defineCheckType } from './define-check-type.ts'
import { envVar } from '#relay/backend/clients/run/fields.ts'

const spec = z.strictObject({ token: secret(envVar.optional()) })
type WebhookSpec = z.infer<typeof spec>

const parse = (text: string): unknown => {
  try {
    return parseBoundedJson(text)
  } catch (error) {
    if (error instanceof JsonBoundError) throw error
    return null
  }
}

/** Passes when a result is posted: `test` judges it, and `transform` makes checks of it. */
export const webhook = defineCheckType<WebhookSpec>({
  key: 'webhook',
  spec,
  formatEndpoint: () => '/api/canary/webhook',
  postToken: ({ token }) => ({ source: token }),
  run: async ({ token }, run, { posted }) => {
    if (posted === undefined)
      return { pass: false, invalid: true, message: 'Results are posted to /api/canary/webhook, with the token.' }
    if (token !== undefined) await run.secret(token)
    const { text: content } = posted
    const received = { content, json: parse(content) }
    return {
      pass: true,
      message: `Received ${humanizeBytes(Buffer.byteLength(content))}`,
      details: { ...received, results: received },
    }
  },
})
