import { TextArea } from '@blueprintjs/core'
import { useState } from 'react'
import {
  secretPlaceholder,
  sourceKinds,
  parseTextSource,
  formatTextSource,
  type SourceKind,
} from '#shared/connections/stored-text.ts'
import { Button } from '#client/ui/button.tsx'
import { Segmented } from '#client/ui/form/segmented.tsx'

const titles: Record<SourceKind, string> = { static: 'Static', secret: 'Secret', configmap: 'ConfigMap' }
const options = sourceKinds.map((value) => ({ value, label: titles[value] }))

interface SecretInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (stored: string) => void
  readonly isLong: boolean
  readonly isStored: boolean
  readonly control: {
    readonly id: string
    readonly 'aria-describedby': string | undefined
    readonly 'aria-invalid': boolean
    readonly onBlur: () => void
    readonly ref: (element: HTMLElement | null) => void
  }
}

/** A stored value is never shown. */
export function SecretInput({ label, value, onChange, isLong, isStored, control }: SecretInputProps) {
  const { ref, ...inputProps } = control
  const source = parseTextSource(value)
  const [chosen, setChosen] = useState(source.kind)
  // While a reference is empty its stored form does not contain the kind.
  const kind = value === '' ? chosen : source.kind
  const isUnchanged = value === secretPlaceholder
  const text = isUnchanged ? '' : source.value
  const placeholder = isUnchanged ? 'Unchanged. Type to replace it.' : undefined
  const typed = (event: { readonly currentTarget: { readonly value: string } }) => onChange(event.currentTarget.value)
  const part = (name: 'name' | 'key', said2: string) => (
    <input
      className="bp6-input mono"
      aria-label={`${label}: ${said2}`}
      placeholder={said2}
      autoComplete="off"
      spellCheck={false}
      value={source[name]}
      onChange={(event) => onChange(formatTextSource({ ...source, kind, [name]: event.currentTarget.value.trim() }))}
    />
  )
  return (
    <div className="secret-input">
      <Segmented
        label={`${label}: source`}
        value={kind}
        options={options}
        onChange={(next) => {
          setChosen(next)
          onChange(formatTextSource({ kind: next, value: '', name: source.name, key: source.key }))
        }}
      />
      {kind !== 'static' ? (
        <div className="secret-input-reference">
          {part('name', 'name')}
          {part('key', 'key')}
        </div>
      ) : isLong ? (
        <TextArea
          {...inputProps}
          inputRef={ref}
          fill
          rows={6}
          className="mono"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onChange={typed}
        />
      ) : (
        <input
          {...inputProps}
          ref={ref}
          type="password"
          className="bp6-input mono"
          autoComplete="new-password"
          placeholder={placeholder}
          value={text}
          onChange={typed}
        />
      )}
      {isStored && !isUnchanged ? (
        <Button small look="minimal" onClick={() => onChange(secretPlaceholder)}>
          Keep stored value
        </Button>
      ) : null}
    </div>
  )
}
