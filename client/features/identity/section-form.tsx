import { Key } from '@blueprintjs/icons'
import { useState } from 'react'
import type { PlacedMessages } from '#shared/identity/place-messages.ts'
import type { Section } from '#shared/identity/sections.ts'
import {
  isButton,
  isInput,
  listSubmittedNodes,
  findPrimaryButton,
  buildSubmission,
  type FieldValues,
} from '#shared/identity/submission.ts'
import { nodeKey, type InputNode, type UiNode } from '#shared/identity/ui-node.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { needsSecurityKey, performCeremony } from './key-ceremony.ts'
import { SecurityKeyError } from './security-key.ts'
import { UiContent } from './ui-content.tsx'
import { UiInput } from './ui-input.tsx'

interface FormProps {
  /** All nodes of the flow: a section also submits fields that it does not show. */
  readonly nodes: readonly UiNode[]
  readonly messages: PlacedMessages
  readonly typed: FieldValues
  readonly busy: boolean
  readonly submitted: FieldValues | null
  readonly onType: (name: string, value: string | boolean) => void
  readonly onSubmit: (values: FieldValues) => void
}

interface SectionFormProps extends FormProps {
  readonly section: Section
  readonly primary: boolean
  readonly labelEnds?: Readonly<Record<string, React.ReactNode>> | undefined
}

const initialValue = ({ attributes: { type, value } }: InputNode) =>
  type === 'checkbox' ? value === true || value === 'true' : String(value ?? '')

/** Browser autofill fires no change events, so the fields are read from the form on submit. */
const standing = (form: HTMLFormElement | null): FieldValues =>
  form === null
    ? {}
    : Object.fromEntries(
        [...form.elements].flatMap((element) =>
          element instanceof HTMLInputElement && element.name !== '' && element.type !== 'checkbox'
            ? [[element.name, element.value] as const]
            : [],
        ),
      )

export function SectionForm(props: SectionFormProps) {
  const { section, nodes, messages, typed, busy, submitted, primary, labelEnds, onType, onSubmit } = props
  const [keyError, setKeyError] = useState<string | null>(null)
  const [atKey, setAtKey] = useState<string | null>(null)
  const goesOn = findPrimaryButton(section.nodes)
  const sent = listSubmittedNodes(nodes, section.group)

  const press = async (button: InputNode | undefined, form: HTMLFormElement | null) => {
    if (busy || atKey !== null) return
    const now = { ...typed, ...standing(form) }
    if (button === undefined) return onSubmit(buildSubmission(sent, now, null))
    if (!needsSecurityKey(button)) {
      const { name, value } = button.attributes
      return onSubmit(buildSubmission(sent, now, { name, value: String(value ?? '') }))
    }
    setKeyError(null)
    setAtKey(button.attributes.name)
    try {
      const values = buildSubmission(sent, now, null)
      onSubmit({ ...values, ...(await performCeremony(nodes, button, values)) })
    } catch (error) {
      if (!(error instanceof SecurityKeyError)) throw error
      setKeyError(error.message)
    } finally {
      setAtKey(null)
    }
  }
  const handleSubmit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void press(goesOn, event.currentTarget)
  }

  return (
    <form className="section-form" data-group={section.group} noValidate onSubmit={handleSubmit}>
      {section.nodes.map((node) => {
        if (!isInput(node)) return <UiContent key={nodeKey(node)} node={node} />
        const { name, value, disabled } = node.attributes
        if (!isButton(node))
          return (
            <UiInput
              key={name}
              node={node}
              messages={messages.byField.get(name) ?? []}
              value={typed[name] ?? initialValue(node)}
              labelEnd={labelEnds?.[name]}
              onType={(next) => onType(name, next)}
            />
          )
        const isDefault = node === goesOn
        const isPressed = atKey === name || (busy && submitted?.[name] === value)
        return (
          <Button
            key={nodeKey(node)}
            type={isDefault ? 'submit' : 'button'}
            look={isDefault && primary ? 'primary' : 'plain'}
            busy={isPressed}
            disabled={disabled === true || ((busy || atKey !== null) && !isPressed)}
            {...(needsSecurityKey(node) && { icon: <Key /> })}
            {...(!isDefault && {
              onClick: (event) => void press(node, event.currentTarget.closest('form')),
            })}
          >
            {node.meta.label?.text ?? String(value ?? name)}
          </Button>
        )
      })}
      {keyError === null ? null : <Callout tone="bad" title={keyError} />}
    </form>
  )
}
