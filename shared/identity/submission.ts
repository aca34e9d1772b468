import type { InputNode, UiNode } from './ui-node.ts'

/** What a form sends, by the names of its fields. */
export type FieldValues = Readonly<Record<string, string | boolean>>

/** The button that was pressed, as it counts among the values; null where the form was sent without one. */
export type Pressed = { readonly name: string; readonly value: string } | null

export const isInput = (node: UiNode): node is InputNode => node.type === 'input'
export const isButton = ({ attributes: { type } }: InputNode): boolean => type === 'submit' || type === 'button'

const resendLabel = 1_070_008
/** Whether a button asks for another code instead of going on with the one at hand. */
export const isResend = (node: InputNode): boolean =>
  isButton(node) && (node.attributes.name === 'resend' || node.meta.label?.id === resendLabel)

/**
 * The button that Enter presses: the one that names the method, wherever the service sorts it, else the first; never one that
 * asks for another code. Undefined where there is none.
 */
export const findPrimaryButton = (nodes: readonly UiNode[]): InputNode | undefined => {
  const buttons = nodes.filter(isInput).filter((node) => isButton(node) && !isResend(node))
  return buttons.find(({ attributes }) => attributes.name === 'method') ?? buttons[0]
}

const initialValue = ({ attributes: { value, type } }: InputNode): string | boolean => {
  if (type === 'checkbox') return value === true || value === 'true'
  return value == null ? '' : String(value)
}

/**
 * The nodes that one section of a flow sends, in the service's order: its own group's, those of every section, and those of
 * groups that have no button themselves, such as a captcha.
 */
export const listSubmittedNodes = (nodes: readonly UiNode[], group: string): readonly UiNode[] => {
  const withButton = new Set(nodes.flatMap((node) => (isInput(node) && isButton(node) ? [node.group] : [])))
  return nodes.filter((node) => node.group === 'default' || node.group === group || !withButton.has(node.group))
}

/** The token that every submission of a flow must carry; empty where the flow has none. */
export const readCsrfToken = (nodes: readonly UiNode[]): FieldValues => {
  const node = nodes.filter(isInput).find(({ attributes }) => attributes.name === 'csrf_token')
  return node === undefined ? {} : { csrf_token: initialValue(node) }
}

const isSubmitted = (node: InputNode | undefined, value: string | boolean): boolean =>
  value !== '' || node?.attributes.required === true

/**
 * The body of a submission: every field of `nodes` with what was typed over what the service put there, and exactly one
 * button. A field that is empty and not required is left out, as the service takes an empty text as absent.
 */
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
