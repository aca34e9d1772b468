import { isMap } from '#shared/primitives/is-map.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { isSecretName } from '#relay/config/passwords-in.ts'

/** Secret attributes without a telling name; older states do not mark them. */
const byType: Readonly<Record<string, readonly string[]>> = {
  random_password: ['result', 'bcrypt_hash'],
  random_bytes: ['base64', 'hex'],
  local_sensitive_file: ['content', 'content_base64'],
  vault_generic_secret: ['data_json', 'data'],
  vault_kv_secret_v2: ['data_json', 'data'],
  aws_secretsmanager_secret_version: ['secret_string', 'secret_binary'],
  aws_ssm_parameter: ['value', 'value_wo'],
  google_secret_manager_secret_version: ['secret_data'],
  google_service_account_key: ['private_key'],
  azurerm_key_vault_secret: ['value'],
  kubernetes_secret: ['data', 'binary_data'],
  kubernetes_secret_v1: ['data', 'binary_data'],
  github_actions_secret: ['plaintext_value', 'encrypted_value'],
}
const telling =
  /private_key|kube_?config|connection_string|access_key|master_auth|client_key|credentials|certificate_p12|pfx/i

export const isSensitiveAttribute = (type: string, name: string): boolean =>
  byType[type]?.includes(name) === true || telling.test(name) || isSecretName(name)

const findMember = (step: unknown): string | number | undefined => {
  if (!isMap(step)) return undefined
  const { value } = step
  const named = isMap(value) ? value['value'] : value
  return typeof named === 'string' || typeof named === 'number' ? named : undefined
}

const withoutPath = (value: unknown, path: readonly unknown[]): unknown => {
  const [step, ...rest] = path
  if (path.length === 0) return value === null ? null : maskedSecret
  const member = findMember(step)
  // Security: redact the whole value when its path has an unknown step.
  if (member === undefined) return maskedSecret
  if (Array.isArray(value))
    return value.map((each: unknown, at) => (at === Number(member) ? withoutPath(each, rest) : each))
  if (!isMap(value)) return value === null ? null : maskedSecret
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === String(member) ? withoutPath(each, rest) : each]),
  )
}

export const withoutPaths = (document: unknown, paths: readonly unknown[]): unknown =>
  paths.reduce<unknown>((rest, path) => (Array.isArray(path) ? withoutPath(rest, path) : maskedSecret), document)
