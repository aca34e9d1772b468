import type { InputNode, UiNode } from './ui-node.ts'

export type FieldValues = Readonly<Record<string, string | boolean>>

type Pressed = { readonly name: string; readonly value: string } | null

export const isInput = (node: UiNode): node is InputNode => node.type === 'input'
export const isButton = ({ attributes: { type } }: InputNode): boolean => type === 'submit' || type === 'button'

const resendLabel = 1_070_008
export const isResend = (node: InputNode): boolean =>
  isButton(node) && (node.attributes.name === 'resend' || node.meta.label?.id === resendLabel)

/** Prefers the button named `method`, regardless of its position; never the resend button. */
export const findPrimaryButton = (nodes: readonly UiNode[]): InputNode | undefined => {
  const buttons = nodes.filter(isInput).filter((node) => isButton(node) && !isResend(node))
  return buttons.find(({ attributes }) => attributes.name === 'method') ?? buttons[0]
}

const initialValue = ({ attributes: { value, type } }: InputNode): string | boolean => {
  if (type === 'checkbox') return value === true || value === 'true'
  return value == null ? '' : String(value)
}

export const listSubmittedNodes = (nodes: readonly UiNode[], group: string): readonly UiNode[] => {
  const withButton = new Set(nodes.flatMap((node) => (isInput(node) && isButton(node) ? [node.group] : [])))
  return nodes.filter((node) => node.group === 'default' || node.group === group || !withButton.has(node.group))
}

export const readCsrfToken = (nodes: readonly UiNode[]): FieldValues => {
  const node = nodes.filter(isInput).find(({ attributes }) => attributes.name === 'csrf_token')
  return node === undefined ? {} : { csrf_token: initialValue(node) }
}

const isSubmitted = (node: InputNode | undefined, value: string | boolean): boolean =>
  value !== '' || node?.attributes.required === true

/** Exactly one button. Empty optional fields are omitted, because the service treats an empty text as absent. */
export const buildSubmission = (nodes: readonly UiNode[], typed: FieldValues, pressed: Pressed): FieldValues => {
  const fields = nodes.filter(isInput).filter((node) => !isButton(node) && node.attributes.disabled !== true)
  const values = fields.map(
    (node) => [node.attributes.name, typed[node.attributes.name] ?? initialValue(node)] as const,
  )
  return Object.fromEntries([
    ...values.filter(([, value], at) => isSubmitted(fields[at], value)),
    ...(pressed === null ? [] : [[pressed.name, pressed.value] as const]),
  ])
}
