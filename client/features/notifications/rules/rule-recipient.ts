import { isMap } from '#shared/primitives/is-map.ts'
import { toText } from '#shared/primitives/to-text.ts'
import { valueAt } from '#shared/primitives/value-at.ts'
import { setInYaml } from '#client/ui/editor/edit-yaml.ts'

export type RecipientKind = 'connection' | 'url' | 'person' | 'team' | 'onCall' | 'playbook'

const named = ['person', 'team', 'playbook', 'onCall'] as const
const textAt = (value: unknown, path: readonly (string | number)[]): string => {
  const found = valueAt(value, path)
  return toText(found)
}

const isService = (kind: RecipientKind): kind is 'connection' | 'url' => kind === 'connection' || kind === 'url'
const [firstService, all] = [['custom_services', 0], 'custom_services'] as const

export const recipientIn = (spec: unknown): { readonly kind: RecipientKind; readonly to: string } => {
  const recipientKey = named.find((each) => textAt(spec, ['to', each]) !== '')
  if (recipientKey !== undefined) return { kind: recipientKey, to: textAt(spec, ['to', recipientKey]) }
  const url = textAt(spec, [...firstService, 'url'])
  const connection = textAt(spec, [...firstService, 'connection'])
  return url !== '' && connection === '' ? { kind: 'url', to: url } : { kind: 'connection', to: connection }
}

const without = (text: string, value: unknown, key: string): string =>
  isMap(value) && key in value ? setInYaml(text, [key], undefined, 0) : text

export const withoutRecipient = (text: string, value: unknown): string =>
  without(without(text, value, 'to'), value, all)

export const withRecipient = (text: string, value: unknown, kind: RecipientKind, to: string): string => {
  if (!isService(kind)) return setInYaml(text, ['to'], to === '' ? undefined : { [kind]: to }, 0)
  if (isMap(valueAt(value, firstService))) return setInYaml(text, [...firstService, kind], to)
  return setInYaml(text, [all], [{ name: kind === 'url' ? 'address' : 'connection', [kind]: to }])
}
