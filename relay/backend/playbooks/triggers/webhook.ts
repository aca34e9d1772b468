import type { PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import type { PlaybookDeps } from '#relay/backend/playbooks/playbook-deps.ts'
import { readPlaybooks, type PlaybookRow } from '#relay/backend/playbooks/spec/playbook-store.ts'
import { readPlaybookSpec } from '#relay/backend/playbooks/spec/read-spec.ts'
import { startRun } from '#relay/backend/playbooks/runs/start-run.ts'
import { notFound, unavailable } from '#relay/errors/http-error.ts'
import { authenticateWebhook } from './authenticate-webhook.ts'
import { hasValidToken } from './verify-jwt.ts'
import { createWebhookRequest, matchWebhookPath, type WebhookCall } from './webhook-request.ts'

export const startByWebhook = async (deps: PlaybookDeps, path: string, call: WebhookCall) => {
  const found = await findByPath(deps, path)
  if (found === undefined) throw notFound(`No playbook uses the webhook ${path}.`)
  const { playbook, spec, params } = found
  const refuseUnread = (what: 'secret' | 'key set') => (error: unknown) => {
    deps.log.error({ err: error, playbook: playbook.name }, `${what} of a webhook cannot be read`)
    throw unavailable(`The ${what} of this webhook cannot be read. The log of the relay has the reason.`)
  }
  await authenticateWebhook(spec.on?.webhook?.authentication, call, {
    resolveSecret: (source) => deps.resolveSecret(source).catch(refuseUnread('secret')),
    hasValidToken: (authorization, address) => hasValidToken(authorization, address).catch(refuseUnread('key set')),
  })
  return startRun(deps, { id: playbook.id, request: await createWebhookRequest(call, params) }, null)
}

interface Found {
  readonly playbook: PlaybookRow
  readonly spec: PlaybookSpec
  readonly params: Readonly<Record<string, string>>
}

/** A literal path takes precedence over one with `:name`. */
const findByPath = async ({ database, secrets }: PlaybookDeps, path: string): Promise<Found | undefined> => {
  let byParams: Found | undefined
  for (const playbook of await readPlaybooks(database)) {
    const read = await readPlaybookSpec(secrets.open('playbooks', playbook).spec)
    if (!('spec' in read) || read.spec.on?.webhook === undefined) continue
    const params = matchWebhookPath(read.spec.on.webhook.path, path)
    if (params === undefined) continue
    const found = { playbook, spec: read.spec, params }
    if (Object.keys(params).length === 0) return found
    byParams ??= found
  }
  return byParams
}
