import type { PushMessage } from '#shared/notifications/push-message.ts'
import { parseJson } from '#shared/primitives/parse-json.ts'
import { toText } from '#shared/primitives/to-text.ts'

interface Action {
  readonly action: string
  readonly title: string
}

interface ShownPush {
  readonly title: string
  readonly options: NotificationOptions & { readonly actions: readonly Action[]; readonly data: PushLinks }
}

interface PushLinks {
  readonly link: string
  readonly actLink: string | null
}

const actAction = 'act'

const readMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
const textAt = (value: unknown, name: string): string => {
  const text = readMember(value, name)
  return toText(text)
}

/** Browsers require a notification for every push, so an unreadable one shows a generic text. */
export const shownPush = (text: string): ShownPush => {
  const message = parseJson(text)
  const read = (name: keyof PushMessage) => textAt(message, name)
  const act = readMember(message, 'act' satisfies keyof PushMessage)
  const [actTitle, actLink] = [textAt(act, 'title'), textAt(act, 'link')]
  const hasAct = actTitle !== '' && actLink !== ''
  return {
    title: read('title') || 'New Quarterdeck notification',
    options: {
      body: read('body'),
      tag: read('tag'),
      actions: hasAct ? [{ action: actAction, title: actTitle }] : [],
      data: { link: read('link'), actLink: hasAct ? actLink : null },
    },
  }
}

/** Security: never another origin. */
export const pressedAddress = (data: unknown, action: string, origin: string): string => {
  const link = (action === actAction && textAt(data, 'actLink')) || textAt(data, 'link') || '/'
  const address = URL.canParse(link, origin) ? new URL(link, origin) : new URL(origin)
  return address.origin === origin ? address.href : `${origin}/`
}
