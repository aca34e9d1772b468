import { Cross, Plus } from '@blueprintjs/icons'
import { toShownText } from '#shared/primitives/to-shown-text.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/form/select.tsx'

type SourceKind = 'value' | 'secretKeyRef' | 'configMapKeyRef'

const kinds = [
  { value: 'value', label: 'Static' },
  { value: 'secretKeyRef', label: 'Secret' },
  { value: 'configMapKeyRef', label: 'Config map' },
] as const

interface Source {
  readonly kind: SourceKind
  readonly text: string
  readonly name: string
  readonly key: string
}

const text = (value: unknown) => toShownText(value) ?? ''

const read = (value: unknown): Source => {
  const nothing = { kind: 'value', text: '', name: '', key: '' } as const
  if (!isMap(value)) return { ...nothing, text: text(value) }
  const from = value['valueFrom']
  if (!isMap(from)) return { ...nothing, text: text(value['value']) }
  const kind = isMap(from['configMapKeyRef']) ? 'configMapKeyRef' : 'secretKeyRef'
  const ref = from[kind]
  return { ...nothing, kind, name: text(isMap(ref) ? ref['name'] : ''), key: text(isMap(ref) ? ref['key'] : '') }
}

/** A plain string stays a string instead of becoming `{ value }`. */
const written = ({ kind, text: value, name, key }: Source, before: unknown): unknown => {
  if (kind !== 'value') return { valueFrom: { [kind]: { name, key } } }
  if (value === '') return undefined
  return typeof before === 'string' ? value : { value }
}

interface SourceInputProps {
  readonly id: string
  readonly label: string
  readonly describedBy?: string | undefined
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

export function SourceInput({ id, label, describedBy, value, onChange }: SourceInputProps) {
  const source = read(value)
  const change = (more: Partial<Source>) => onChange(written({ ...source, ...more }, value))
  return (
    <span className="spec-source">
      <Select label={`${label} source`} value={source.kind} options={kinds} onChange={(kind) => change({ kind })} />
      {source.kind === 'value' ? (
        <input
          id={id}
          className="bp6-input"
          autoComplete="off"
          aria-describedby={describedBy}
          value={source.text}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
      ) : (
        <>
          <input
            id={id}
            className="bp6-input"
            autoComplete="off"
            placeholder="name"
            aria-describedby={describedBy}
            value={source.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <input
            className="bp6-input"
            autoComplete="off"
            placeholder="key"
            aria-label={`${label} key`}
            value={source.key}
            onChange={({ currentTarget }) => change({ key: currentTarget.value })}
          />
        </>
      )}
    </span>
  )
}

export function SourcesInput({ id, label, value, onChange }: Omit<SourceInputProps, 'describedBy'>) {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const numbered = list.map((entry, at) => ({ entry: isMap(entry) ? entry : {}, at }))
  const replace = (at: number, entry: unknown) => onChange(list.map((each, index) => (index === at ? entry : each)))
  const remove = (at: number) => {
    const rest = list.filter((_, index) => index !== at)
    onChange(rest.length === 0 ? undefined : rest)
  }
  return (
    <div className="spec-sources">
      {numbered.map(({ entry, at }) => (
        <div key={at} className="spec-source">
          <input
            id={at === 0 ? id : undefined}
            className="bp6-input"
            autoComplete="off"
            placeholder="Name"
            aria-label={`${label} ${at + 1} name`}
            value={text(entry['name'])}
            onChange={({ currentTarget }) => replace(at, { ...entry, name: currentTarget.value })}
          />
          <SourceInput
            id={`${id}-${at}`}
            label={`${label} ${at + 1}`}
            value={{ value: entry['value'], valueFrom: entry['valueFrom'] }}
            onChange={(source) => {
              const { value: _value, valueFrom: _from, ...rest } = entry
              replace(at, { ...rest, ...(isMap(source) ? source : { value: '' }) })
            }}
          />
          <Button
            look="minimal"
            small
            icon={<Cross size={12} />}
            aria-label={`Remove ${label} ${at + 1}`}
            onClick={() => remove(at)}
          />
        </div>
      ))}
      <Button
        look="minimal"
        small
        icon={<Plus size={12} />}
        onClick={() => onChange([...list, { name: '', value: '' }])}
      >
        {`Add to ${label.toLowerCase()}`}
      </Button>
    </div>
  )
}
