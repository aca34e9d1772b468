import type { PushMessage } from '#shared/notifications/push-message.ts'
import { cut } from '#relay/backend/clients/senders/sender.ts'
import { renderPlain } from '#relay/backend/clients/senders/text/render-markdown.ts'
import type { DueSend } from '#relay/backend/notifications/outbox/outbox.ts'

// A push holds 4 KB, encrypted; a UTF-16 unit takes up to three bytes, and up to six when JSON escapes it.
const titleMost = 150
const lineMost = 300
const stateMost = 60
const linkMost = 800

const shown = (text: string, most: number): string => cut(text.replaceAll(/\p{Cc}/gu, ' ').trim(), most)

const acts: Readonly<Record<string, string>> = {
  check: 'Acknowledge or silence',
  config: 'Acknowledge or silence',
  component: 'Acknowledge or silence',
  incident: 'Acknowledge',
}

/** Only the path is kept: the browser may use another address of the console than messages do. */
const toPath = (link: string | undefined): string | undefined => {
  if (link === undefined || !URL.canParse(link)) return undefined
  const { pathname, search, hash } = new URL(link)
  const path = `${pathname}${search}${hash}`
  return path.length > linkMost ? undefined : path
}

const capitalised = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

export const formatPush = ({ id, source_event: event, payload }: Pick<DueSend, 'id' | 'source_event' | 'payload'>) => {
  const line =
    renderPlain(payload.message)
      .split('\n')
      .find((each) => each.trim() !== '') ?? ''
  const state = payload.state ?? payload.health
  const act = acts[event.split('.')[0] ?? '']
  const actLink = toPath(payload.actLink)
  return JSON.stringify({
    title: shown(payload.title, titleMost),
    body: [shown(line, lineMost), ...(state === undefined ? [] : [shown(capitalised(state), stateMost)])].join('\n'),
    link: toPath(payload.link) ?? '/',
    ...(act !== undefined && actLink !== undefined && { act: { title: act, link: actLink } }),
    tag: id,
  } satisfies PushMessage)
}

export const testText = (): string =>
  JSON.stringify({
    title: 'Test from Quarterdeck',
    body: 'This browser receives pushes.',
    link: '/notifications/mine',
    tag: 'test',
  } satisfies PushMessage)
