/** Where the value of a field is kept: in a column of its own, or in `properties`, which hold texts alone. */
type ConnectionPlace = 'url' | 'username' | 'password' | 'certificate' | 'insecure_tls' | `properties.${string}` | null

/** One field of a connection's form. */
export interface ConnectionField {
  readonly name: string
  readonly label: string
  /** Null: it is kept within the address that the type writes, or says only what else the form asks for. */
  readonly at: ConnectionPlace
  /** `secret` may be entered as it is, or as a key of a Secret or ConfigMap; `document` is one of several lines. */
  readonly input: 'text' | 'port' | 'secret' | 'document' | 'switch' | 'choice'
  readonly isRequired: boolean
  /** What it begins with; a switch is `true` or empty. */
  readonly initial: string
  readonly options: readonly string[]
  readonly help: string | undefined
  readonly placeholder: string | undefined
  /** Only where another field has this value. */
  readonly when: { readonly name: string; readonly is: string } | undefined
}

type Given = Partial<Omit<ConnectionField, 'name' | 'label' | 'at'>>

const field = (name: string, label: string, at: ConnectionPlace, given: Given): ConnectionField => ({
  name,
  label,
  at,
  input: 'text',
  isRequired: false,
  initial: '',
  options: [],
  help: undefined,
  placeholder: undefined,
  when: undefined,
  ...given,
})

const columns: ReadonlySet<string> = new Set(['url', 'username', 'password', 'certificate', 'insecure_tls'])
const isColumn = (name: string): name is Exclude<ConnectionPlace, null | `properties.${string}`> => columns.has(name)

/** A field that is kept in the column of its name, or else in the property of its name. */
const kept = (name: string, label: string, given: Given): ConnectionField =>
  field(name, label, isColumn(name) ? name : `properties.${name}`, given)

const required = { isRequired: true } as const

export const text = (name: string, label: string, given: Given = {}) => kept(name, label, given)
export const needed = (name: string, label: string, given: Given = {}) => kept(name, label, { ...required, ...given })
export const secret = (name: string, label: string, given: Given = {}) =>
  kept(name, label, { input: 'secret', ...given })
export const neededSecret = (name: string, label: string, given: Given = {}) =>
  secret(name, label, { ...required, ...given })
export const port = (initial: string, given: Given = {}) =>
  kept('port', 'Port', { input: 'port', ...required, initial, ...given })
export const choice = (name: string, label: string, options: readonly string[], initial: string, given: Given = {}) =>
  kept(name, label, { input: 'choice', ...required, options, initial, ...given })
/** A field that the form asks for and no column keeps by itself. */
export const asked = (name: string, label: string, given: Given = {}) => field(name, label, null, given)

export const insecureTls = kept('insecure_tls', 'Skip TLS verification', {
  input: 'switch',
  help: 'Whoever stands between here and the server can then read and change everything.',
})
