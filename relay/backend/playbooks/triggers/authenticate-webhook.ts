import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import type { PlaybookDeps } from '#relay/backend/playbooks/playbook-deps.ts'
import { unauthorized } from '#relay/errors/http-error.ts'
import type { hasValidToken } from './verify-jwt.ts'
import { isSignedBySvix } from './verify-svix.ts'

interface SignedCall {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Signatures cover the exact bytes of the body. */
  readonly text: string
}

type Authentication = NonNullable<NonNullable<NonNullable<PlaybookSpec['on']>['webhook']>['authentication']>

interface WebhookKeys {
  readonly resolveSecret: PlaybookDeps['resolveSecret']
  readonly hasValidToken: typeof hasValidToken
}

const rejected = () => unauthorized('Webhook authentication failed.')

const isSameText = (a: string, b: string): boolean => {
  const [left, right] = [a, b].map((text) => createHmac('sha256', 'webhook').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(left, right)
}

/** Throws 401 unless every method of `authentication` is satisfied. Without `authentication` the webhook is public. */
export const authenticateWebhook = async (
  authentication: Authentication | undefined,
  { headers, text }: SignedCall,
  { resolveSecret, hasValidToken }: WebhookKeys,
): Promise<void> => {
  if (authentication === undefined) return
  const { basic, github, svix, jwt } = authentication
  if ([basic, github, svix, jwt].every((method) => method === undefined)) throw rejected()
  // Anyone can sign with an empty secret, such as one of an unset variable.
  const resolveKey = async (source: unknown): Promise<string> => {
    const secret = await resolveSecret(source)
    if (secret === '') throw rejected()
    return secret
  }
  if (basic !== undefined) {
    const wanted = `${await resolveSecret(basic.username)}:${await resolveKey(basic.password)}`
    const authorization = String(headers['authorization'] ?? '')
    const login = /^basic +/i.test(authorization)
      ? Buffer.from(authorization.slice('Basic '.length), 'base64').toString()
      : ''
    if (!isSameText(login, wanted)) throw rejected()
  }
  if (github !== undefined) {
    const digest = createHmac('sha256', await resolveKey(github.token))
      .update(text)
      .digest('hex')
    if (!isSameText(String(headers['x-hub-signature-256'] ?? ''), `sha256=${digest}`)) throw rejected()
  }
  if (svix !== undefined) {
    const secret = await resolveKey(svix.secret)
    if (!isSignedBySvix(secret, svix.verifyTimestamp ?? true, { headers, text, nowMs: Date.now() })) throw rejected()
  }
  if (jwt !== undefined && !(await hasValidToken(String(headers['authorization'] ?? ''), jwt.jwksUri))) throw rejected()
}
