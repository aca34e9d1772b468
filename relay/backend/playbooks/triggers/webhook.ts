import { JsonBoundError, parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import type { PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import type { PlaybookDeps } from '#relay/backend/playbooks/playbook-deps.ts'
import { PlaybookError } from '#relay/backend/playbooks/playbook-error.ts'
import { readPlaybooks, type PlaybookRow } from '#relay/backend/playbooks/spec/playbook-store.ts'
import { readPlaybookSpec } from '#relay/backend/playbooks/spec/read-spec.ts'
import { startRun } from '#relay/backend/playbooks/runs/start-run.ts'
import { authenticateWebhook, type SignedCall } from './authenticate-webhook.ts'

interface WebhookCall extends SignedCall {
  readonly query: unknown
}

export const startByWebhook = async (deps: PlaybookDeps, path: string, call: WebhookCall) => {
  const found = await findByPath(deps, path)
  if (found === undefined) throw new PlaybookError(404, `No playbook uses the webhook ${path}.`)
  const { playbook, spec } = found
  await authenticateWebhook(spec.on?.webhook?.authentication, call, deps.resolveSecret)
  const { headers, text, query } = call
  const shownHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !hiddenHeaders.has(name)))
  const request = { content: parseContent(text), headers: shownHeaders, query }
  return startRun(deps, { id: playbook.id, request }, null)
}

const parseContent = (text: string): unknown => {
  try {
    return parseBoundedJson(text)
  } catch (error) {
    if (error instanceof JsonBoundError) throw new PlaybookError(400, error.message)
    return text
  }
}

const hiddenHeaders = new Set(['authorization', 'cookie', 'x-hub-signature-256', 'svix-signature'])
const plain = (path: string) => path.replaceAll(/^\/+|\/+$/g, '')

const findByPath = async (
  { database, secrets }: PlaybookDeps,
  path: string,
): Promise<{ playbook: PlaybookRow; spec: PlaybookSpec } | undefined> => {
  for (const playbook of await readPlaybooks(database)) {
    const read = await readPlaybookSpec(secrets.open('playbooks', playbook).spec)
    if ('spec' in read && read.spec.on?.webhook !== undefined && plain(read.spec.on.webhook.path) === plain(path))
      return { playbook, spec: read.spec }
  }
  return undefined
}
