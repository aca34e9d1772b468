import type { UiNode, UiNodeInputAttributes, UiText } from '@ory/client'

type Group = UiNode['group']
type InputOptions = Partial<Omit<UiNodeInputAttributes, 'name' | 'type' | 'node_type'>> & { readonly title?: UiText }

export const input = (
  group: Group,
  name: string,
  type: UiNodeInputAttributes['type'],
  { title, ...attributes }: InputOptions = {},
): UiNode => ({
  type: 'input',
  group,
  attributes: { name, type, disabled: false, node_type: 'input', ...attributes },
  messages: [],
  meta: title === undefined ? {} : { label: title },
})

export const submit = (group: Group, name: string, value: string, title: UiText): UiNode =>
  input(group, name, 'submit', { value, title })

export const method = (group: Group, title: UiText): UiNode => submit(group, 'method', group, title)

export const csrfToken = (value: string): UiNode => input('default', 'csrf_token', 'hidden', { value, required: true })

export const text = (group: Group, id: string, content: UiText, title: UiText): UiNode => ({
  type: 'text',
  group,
  attributes: { id, text: content, node_type: 'text' },
  messages: [],
  meta: { label: title },
})

interface Picture {
  readonly src: string
  readonly sizePx: number
}

export const image = (group: Group, id: string, { src, sizePx }: Picture, title: UiText): UiNode => ({
  type: 'img',
  group,
  attributes: { id, src, width: sizePx, height: sizePx, node_type: 'img' },
  messages: [],
  meta: { label: title },
})

export const anchor = (group: Group, id: string, href: string, title: UiText): UiNode => ({
  type: 'a',
  group,
  attributes: { id, href, title, node_type: 'a' },
  messages: [],
  meta: { label: title },
})

export const script = (group: Group, id: string, src: string, integrity: string): UiNode => ({
  type: 'script',
  group,
  attributes: {
    id,
    src,
    integrity,
    async: true,
    crossorigin: 'anonymous',
    referrerpolicy: 'no-referrer',
    nonce: '',
    type: 'text/javascript',
    node_type: 'script',
  },
  messages: [],
  meta: {},
})
