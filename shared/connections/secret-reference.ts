/** Prefix of a stored text that refers to its value; a pattern for RegExp, SQL and the data API. */
export const secretReferencePrefix = '(secret|configmap|helm|serviceaccount)://'

type SecretReference =
  | { readonly kind: 'secret' | 'configmap' | 'helm'; readonly name: string; readonly key: string }
  | { readonly kind: 'serviceaccount'; readonly name: string }

const prefix = new RegExp(`^${secretReferencePrefix}`)
const keyed = /^(secret|configmap|helm):\/\/([^/]+)\/(.+)$/s
const account = /^serviceaccount:\/\/(.+)$/s

/** True also for an incomplete reference, such as `secret://name`. */
export const hasSecretReferencePrefix = (text: string): boolean => prefix.test(text)

export const parseSecretReference = (text: string): SecretReference | undefined => {
  const [, kind, name = '', key = ''] = keyed.exec(text) ?? []
  if (kind === 'secret' || kind === 'configmap' || kind === 'helm') return { kind, name, key }
  const [, accountName] = account.exec(text) ?? []
  return accountName === undefined ? undefined : { kind: 'serviceaccount', name: accountName }
}

export const isSecretReference = (text: string): boolean => parseSecretReference(text) !== undefined

export const formatSecretReference = (reference: SecretReference): string =>
  reference.kind === 'serviceaccount'
    ? `serviceaccount://${reference.name}`
    : `${reference.kind}://${reference.name}/${reference.key}`
