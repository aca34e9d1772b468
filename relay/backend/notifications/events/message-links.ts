import { z } from 'zod'
import type { EventKind } from '#shared/notifications/notification-values.ts'
import { isId } from '#shared/primitives/id.ts'
import { parseJson } from '#shared/primitives/parse-json.ts'
import { weekMs } from '#shared/primitives/time-units.ts'
import { isSame, type KeyRing } from '#relay/backend/secrets/key-ring.ts'
import type { Subject } from './subject.ts'

export interface LinkedEvent {
  readonly kind: EventKind
  readonly id: string
  readonly event: string
  readonly atMs: number
  readonly runId?: string | undefined
}

export interface MessageLinks {
  readonly write: (about: LinkedEvent) => string
  readonly read: (token: string) => LinkedEvent | undefined
}

export const linkLastsMs = weekMs

const paths: Readonly<Record<EventKind, (id: string) => string>> = {
  check: (id) => `/health?layout=table&checkId=${id}&timeRange=1h`,
  config: (id) => `/catalog/${id}`,
  component: (id) => `/topology/${id}`,
  incident: (id) => `/incidents/${id}`,
  playbook: (id) => `/playbooks/${id}`,
}

type Signer = Pick<KeyRing, 'mark'>

const silencePaths: Readonly<Partial<Record<EventKind, string>>> = {
  check: '/notifications/silences/add?check_id=',
  config: '/notifications/silences/add?config_id=',
  component: '/notifications/silences/add?component_id=',
}

export interface MessageLink {
  readonly permalink: string
  /** The permalink, with an item as it was then. */
  readonly link: string
  /** Empty for resources that cannot be silenced. */
  readonly silenceURL: string
  /** Signed: acknowledges or silences. */
  readonly actionURL: string
}

export type CreateLinks = (
  subject: Pick<Subject, 'kind' | 'target' | 'runId'>,
  event: string,
  at: string,
) => MessageLink

export const createLinkBuilder =
  ({
    consoleUrl,
    messageLinks,
  }: {
    readonly consoleUrl: () => string
    readonly messageLinks: MessageLinks
  }): CreateLinks =>
  ({ kind, target: { id }, runId }, event, at) => {
    const atMs = Date.parse(at)
    const then = kind === 'config' && event !== 'config.deleted' ? `?at=${new Date(atMs).toISOString()}` : ''
    const permalink = `${consoleUrl()}${runId === null ? paths[kind](id) : `/playbooks/runs/${runId}`}`
    const silencePath = silencePaths[kind]
    return {
      permalink,
      link: `${permalink}${then}`,
      silenceURL: silencePath === undefined ? '' : `${consoleUrl()}${silencePath}${id}`,
      actionURL: `${consoleUrl()}/notifications/message?link=${messageLinks.write({ kind, id, event, atMs, ...(runId !== null && { runId }) })}`,
    }
  }

const kinds = ['check', 'config', 'component', 'incident', 'playbook'] as const
const idSchema = z.string().refine(isId)
const bodySchema = z
  .tuple([z.enum(kinds), idSchema, z.string(), z.number(), idSchema.optional()])
  .transform(([kind, id, event, atMs, runId]): LinkedEvent => ({ kind, id, event, atMs, ...(runId && { runId }) }))

/** Signs with the newest key and verifies with all keys. */
export const createMessageLinks = (rings: readonly [Signer, ...Signer[]]): MessageLinks => {
  const sign = ({ mark }: Signer, body: string) => mark('message link', body)
  return {
    write: ({ kind, id, event, atMs, runId }) => {
      const body = Buffer.from(
        JSON.stringify([kind, id, event, atMs, runId].filter((part) => part !== undefined)),
      ).toString('base64url')
      return `${body}.${sign(rings[0], body).toString('base64url')}`
    },
    read: (token) => {
      const [body = '', signature = '', ...more] = token.split('.')
      const signatureBytes = Buffer.from(signature, 'base64url')
      if (more.length > 0 || !rings.some((ring) => isSame(signatureBytes, sign(ring, body)))) return undefined
      return bodySchema.safeParse(parseJson(Buffer.from(body, 'base64url').toString())).data
    },
  }
}
