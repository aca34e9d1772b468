/** How a text that may be secret is kept: as it is, or as the key of a Secret or ConfigMap where it stands. */
export const sourceKinds = ['static', 'secret', 'configmap'] as const
export type SourceKind = (typeof sourceKinds)[number]

export interface TextSource {
  readonly kind: SourceKind
  /** The text itself, of `static`. */
  readonly value: string
  /** The name of the Secret or ConfigMap, and the key in it. */
  readonly name: string
  readonly key: string
}

/** What stands for a secret that is kept and not shown. Written back it means "unchanged". */
export const secretPlaceholder = '***'

const reference = /^(secret|configmap):\/\/([^/]*)\/(.*)$/s

/** Reads a stored text (ledger SET-63; contract section 6). */
export const parseTextSource = (stored: string): TextSource => {
  const [, kind, name = '', key = ''] = reference.exec(stored) ?? []
  if (kind === 'secret' || kind === 'configmap') return { kind, value: '', name, key }
  return { kind: 'static', value: stored, name: '', key: '' }
}

/** The text that is stored for a source; empty when nothing was entered. */
export const formatTextSource = ({ kind, value, name, key }: TextSource): string => {
  if (kind === 'static') return value
  return name === '' && key === '' ? '' : `${kind}://${name}/${key}`
}

/** Whether a stored text is a secret itself, and not the name of where one stands. */
export const isPlainSecret = (stored: string): boolean =>
  stored !== '' && !/^(secret|configmap|helm|serviceaccount):\/\//.test(stored)
