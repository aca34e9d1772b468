import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyPluginAsync } from 'fastify'
import { checkWebhookRoute } from '#shared/health/check-routes.ts'
import { toText } from '#shared/primitives/to-text.ts'
import { minuteMs } from '#shared/primitives/time-units.ts'
import type { Checks } from '#relay/backend/checks/engine/checks.ts'
import { createAttemptLimit } from '#relay/backend/identity/safety/attempt-limit.ts'
import { serve } from '#relay/http/serve.ts'
import { conflict, tooMany, unauthorized } from '#relay/errors/http-error.ts'

/** Security: not in the address, which servers and proxies log. */
const readToken = ({ 'webhook-token': token, authorization = '' }: IncomingHttpHeaders): string =>
  typeof token === 'string' ? token : (/^Bearer (.+)$/i.exec(authorization)?.[1] ?? '')

/** Calls of one address without a valid token. */
const deniedRule = {
  free: 100,
  firstWaitMs: 5_000,
  longestWaitMs: 5 * minuteMs,
  forgetAfterMs: 60 * minuteMs,
  refillEveryMs: 6_000,
}

const rejections = {
  denied: unauthorized('No webhook check of this name accepts the token. Send it in the header Webhook-Token.'),
  busy: tooMany('Too many results are waiting. Try again in a moment.'),
  skipped: conflict('Not evaluated: the check depends on one that is failing.'),
}

export const checkWebhook: FastifyPluginAsync<{ readonly checks: Pick<Checks, 'post' | 'flush'> }> = async (
  app,
  { checks },
) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  const denied = createAttemptLimit(deniedRule, Date.now)
  serve(app, checkWebhookRoute, async ({ params: { name }, headers, body, log, ip }, reply) => {
    const text = toText(body)
    const waitMs = denied.consume(ip)
    if (waitMs > 0) {
      reply.header('retry-after', Math.ceil(waitMs / 1_000))
      throw tooMany('Too many calls without a valid token. Try again later.')
    }
    const outcome = await checks.post({ name, token: readToken(headers), posted: { text } })
    if (outcome.kind !== 'denied') denied.giveBack(ip)
    if (outcome.kind !== 'done') throw rejections[outcome.kind]
    await checks.flush().catch(() => log.warn({ check: name }, 'check result not written yet'))
    const { pass, message, error } = outcome.run.outcome
    return { pass, message: pass ? message : error }
  })
}
