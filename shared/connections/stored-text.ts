import { hasSecretReferencePrefix } from '#shared/connections/secret-reference.ts'

export const sourceKinds = ['static', 'secret', 'configmap'] as const
export type SourceKind = (typeof sourceKinds)[number]

interface TextSource {
  readonly kind: SourceKind
  readonly value: string
  readonly name: string
  readonly key: string
}

/** Placeholder of a stored secret. Written back it means "unchanged". */
export const secretPlaceholder = '***'

const reference = /^(secret|configmap):\/\/([^/]*)\/(.*)$/s

export const parseTextSource = (stored: string): TextSource => {
  const [, kind, name = '', key = ''] = reference.exec(stored) ?? []
  if (kind === 'secret' || kind === 'configmap') return { kind, value: '', name, key }
  return { kind: 'static', value: stored, name: '', key: '' }
}

export const formatTextSource = ({ kind, value, name, key }: TextSource): string => {
  if (kind === 'static') return value
  return name === '' && key === '' ? '' : `${kind}://${name}/${key}`
}

export const isPlainSecret = (stored: string): boolean => stored !== '' && !hasSecretReferencePrefix(stored)
