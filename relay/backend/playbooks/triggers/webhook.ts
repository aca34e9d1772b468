import { createHmac, timingSafeEqual } from 'node:crypto'
import { JsonBoundError, parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import type { PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import type { PlaybookDeps } from '#relay/backend/playbooks/playbook-deps.ts'
import { PlaybookError } from '#relay/backend/playbooks/playbook-error.ts'
import { readPlaybooks, type PlaybookRow } from '#relay/backend/playbooks/spec/playbook-store.ts'
import { readPlaybookSpec } from '#relay/backend/playbooks/spec/read-spec.ts'
import { startRun } from '#relay/backend/playbooks/runs/start-run.ts'

interface WebhookCall {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The body as it came. */
  readonly text: string
  readonly query: unknown
}

type Authentication = NonNullable<NonNullable<NonNullable<PlaybookSpec['on']>['webhook']>['authentication']>

/**
 * Starts the playbook whose `on.webhook` has this path; its templates read the call as `request` (`content`, `headers`,
 * `query`). Throws 404 where there is none and 401 for a call that does not sign in as the playbook asks.
 */
export const startByWebhook = async (deps: PlaybookDeps, path: string, call: WebhookCall) => {
  const found = await findByPath(deps, path)
  if (found === undefined) throw new PlaybookError(404, `No playbook listens at the webhook ${path}.`)
  const { playbook, spec } = found
  await authenticate(deps, spec.on?.webhook?.authentication, call)
  const { headers, text, query } = call
  const shownHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !hiddenHeaders.has(name)))
  const request = { content: contentOf(text), headers: shownHeaders, query }
  return startRun(deps, { id: playbook.id, request }, null)
}

const contentOf = (text: string): unknown => {
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

const refused = () => new PlaybookError(401, 'The call does not sign in as this webhook asks.')

const isSameText = (a: string, b: string): boolean => {
  const [left, right] = [a, b].map((text) => createHmac('sha256', 'webhook').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(left, right)
}

const authenticate = async (
  { secretOf }: PlaybookDeps,
  authentication: Authentication | undefined,
  { headers, text }: WebhookCall,
): Promise<void> => {
  if (authentication === undefined) return
  const { basic, github, svix, jwt } = authentication
  if (basic !== undefined) {
    const wanted = `${await secretOf(basic.username)}:${await secretOf(basic.password)}`
    const given = String(headers['authorization'] ?? '')
    const login = given.startsWith('Basic ') ? Buffer.from(given.slice('Basic '.length), 'base64').toString() : ''
    if (!isSameText(login, wanted)) throw refused()
  }
  if (github !== undefined) {
    const digest = createHmac('sha256', await secretOf(github.token))
      .update(text)
      .digest('hex')
    if (!isSameText(String(headers['x-hub-signature-256'] ?? ''), `sha256=${digest}`)) throw refused()
  }
  if (svix !== undefined || jwt !== undefined)
    throw new PlaybookError(401, 'Webhooks that sign in by svix or jwt are not available on this installation.')
}
