import type { FieldValues } from '#shared/identity/submission.ts'
import { isInput } from '#shared/identity/submission.ts'
import type { InputNode, UiNode } from '#shared/identity/ui-node.ts'
import { passkeyOptions } from './passkey-options.ts'
import { createKey, proveKey } from './security-key.ts'

interface Ceremony {
  /** Field that holds the options; undefined means the button's own value. */
  readonly options?: string
  readonly result: string
  readonly perform: (options: string) => Promise<string>
}

const ceremonies: Readonly<Record<string, Ceremony>> = {
  oryWebAuthnRegistration: { result: 'webauthn_register', perform: createKey },
  oryWebAuthnLogin: { result: 'webauthn_login', perform: proveKey },
  oryPasskeyRegistration: { options: 'passkey_create_data', result: 'passkey_register', perform: createKey },
  oryPasskeySettingsRegistration: {
    options: 'passkey_create_data',
    result: 'passkey_settings_register',
    perform: createKey,
  },
  oryPasskeyLogin: { options: 'passkey_challenge', result: 'passkey_login', perform: proveKey },
}

const readValue = (node: InputNode | undefined) => String(node?.attributes.value ?? '')

export const needsSecurityKey = ({ attributes: { onclickTrigger } }: InputNode): boolean =>
  onclickTrigger != null && onclickTrigger in ceremonies

export const performCeremony = async (
  nodes: readonly UiNode[],
  button: InputNode,
  values: FieldValues,
): Promise<FieldValues> => {
  const ceremony = ceremonies[button.attributes.onclickTrigger ?? '']
  if (ceremony === undefined) return {}
  const source = nodes.filter(isInput).find(({ attributes }) => attributes.name === ceremony.options)
  const options = readValue(ceremony.options === undefined ? button : source)
  const result = await ceremony.perform(passkeyOptions(options, values))
  return { method: button.group, [ceremony.result]: result }
}
