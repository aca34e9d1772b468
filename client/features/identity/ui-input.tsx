import { Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { EyeOff, EyeOpen } from '@blueprintjs/icons'
import { useState } from 'react'
import type { InputNode, UiText } from '#shared/identity/ui-node.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'

interface UiInputProps {
  readonly node: InputNode
  readonly messages: readonly UiText[]
  readonly value: string | boolean
  readonly labelEnd?: React.ReactNode
  readonly onType: (value: string | boolean) => void
}

const inputTypes = new Set(['text', 'password', 'number', 'email', 'tel', 'date', 'datetime-local', 'url'])
const lastSegment = (name: string) => name.split('.').at(-1) ?? name
const humanised = (name: string) => {
  const label = lastSegment(name).replaceAll('_', ' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

type Common = ReturnType<typeof commonProps>

const commonProps = (
  { name, disabled, required }: InputNode['attributes'],
  isInvalid: boolean,
  describedBy?: string,
) => ({
  name,
  disabled: disabled === true,
  required: required === true,
  'aria-invalid': isInvalid,
  'aria-describedby': describedBy,
})

interface KindProps extends Pick<UiInputProps, 'node' | 'value' | 'onType'> {
  readonly common: Common
}

function CheckboxInput({
  common,
  label,
  errors,
  value,
  onType,
}: Omit<KindProps, 'node'> & { readonly label: string; readonly errors: readonly string[] }) {
  return (
    <div className="ui-input">
      <Checkbox
        {...common}
        label={label}
        checked={value === true}
        onChange={(event) => onType(event.currentTarget.checked)}
      />
      {errors.map((error) => (
        <div key={error} className="field-error">
          {error}
        </div>
      ))}
    </div>
  )
}

interface TextInputProps extends KindProps {
  readonly id: string
  readonly onCapsLock: (isOn: boolean) => void
}

function TextInput({ node, common, id, value, onType, onCapsLock }: TextInputProps) {
  const [shown, setShown] = useState(false)
  const { name, type, autocomplete, pattern, maxlength } = node.attributes
  const isPassword = type === 'password'
  const isCode = autocomplete === 'one-time-code' || name === 'totp_code'
  const handleKey = (event: React.KeyboardEvent) => onCapsLock(event.getModifierState('CapsLock'))
  return (
    <InputGroup
      {...common}
      id={id}
      fill
      intent={common['aria-invalid'] ? 'danger' : 'none'}
      type={isPassword && shown ? 'text' : inputTypes.has(type) ? type : 'text'}
      value={String(value)}
      autoComplete={autocomplete ?? (isCode ? 'one-time-code' : 'off')}
      {...(isCode && { inputMode: 'numeric' as const, className: 'code-input' })}
      {...(pattern != null && { pattern })}
      {...(maxlength != null && { maxLength: maxlength })}
      {...(!isPassword && { autoCapitalize: 'none', spellCheck: false })}
      {...(isPassword && {
        onKeyDown: handleKey,
        onKeyUp: handleKey,
        rightElement: (
          <Button
            look="minimal"
            icon={shown ? <EyeOff /> : <EyeOpen />}
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        ),
      })}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}

export function UiInput({ node, messages, value, labelEnd, onType }: UiInputProps) {
  const [capsLock, setCapsLock] = useState(false)
  const { name, type, options } = node.attributes
  const allMessages = [...node.messages, ...messages]
  const errors = allMessages.filter((message) => message.type === 'error').map(({ text }) => text)
  const hints = allMessages.filter((message) => message.type !== 'error').map(({ text }) => text)
  const label = node.meta.label?.text ?? humanised(name)
  const isInvalid = errors.length > 0
  const kind = { value, onType }
  if (type === 'checkbox')
    return <CheckboxInput {...kind} common={commonProps(node.attributes, isInvalid)} label={label} errors={errors} />
  const help = hints.length === 0 ? undefined : hints.join(' ')
  return (
    <div className="ui-input" data-half={/name\.(first|last)$/.test(name) ? '' : undefined}>
      <Field label={label} labelEnd={labelEnd} help={help} error={isInvalid ? errors.join(' ') : undefined}>
        {({ id, describedBy }) => {
          const common = commonProps(node.attributes, isInvalid, describedBy)
          return options != null && options.length > 0 ? (
            <HTMLSelect
              {...common}
              id={id}
              fill
              value={String(value)}
              onChange={(event) => onType(event.currentTarget.value)}
            >
              {options.map((option) => (
                <option key={option.value}>{option.value}</option>
              ))}
            </HTMLSelect>
          ) : (
            <TextInput {...kind} node={node} common={common} id={id} onCapsLock={setCapsLock} />
          )
        }}
      </Field>
      {capsLock && type === 'password' ? (
        <output className="field-error caps-lock">
          <StateMark state="warning" label="" />
          Caps Lock is on.
        </output>
      ) : null}
    </div>
  )
}
