type StoragePath = 'url' | 'username' | 'password' | 'certificate' | 'insecure_tls' | `properties.${string}` | null

export interface ConnectionField {
  readonly name: string
  readonly label: string
  readonly at: StoragePath
  readonly input: 'text' | 'port' | 'secret' | 'document' | 'switch' | 'choice'
  readonly isRequired: boolean
  readonly initial: string
  readonly options: readonly string[]
  readonly help: string | undefined
  readonly placeholder: string | undefined
  readonly when: { readonly name: string; readonly is: string } | undefined
}

type Overrides = Partial<Omit<ConnectionField, 'name' | 'label' | 'at'>>

const field = (name: string, label: string, at: StoragePath, overrides: Overrides): ConnectionField => ({
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
  ...overrides,
})

const columns: ReadonlySet<string> = new Set(['url', 'username', 'password', 'certificate', 'insecure_tls'])
const isColumn = (name: string): name is Exclude<StoragePath, null | `properties.${string}`> => columns.has(name)

const storedField = (name: string, label: string, overrides: Overrides): ConnectionField =>
  field(name, label, isColumn(name) ? name : `properties.${name}`, overrides)

const required = { isRequired: true } as const

export const text = (name: string, label: string, overrides: Overrides = {}) => storedField(name, label, overrides)
export const needed = (name: string, label: string, overrides: Overrides = {}) =>
  storedField(name, label, { ...required, ...overrides })
export const secret = (name: string, label: string, overrides: Overrides = {}) =>
  storedField(name, label, { input: 'secret', ...overrides })
export const neededSecret = (name: string, label: string, overrides: Overrides = {}) =>
  secret(name, label, { ...required, ...overrides })
export const port = (initial: string, overrides: Overrides = {}) =>
  storedField('port', 'Port', { input: 'port', ...required, initial, ...overrides })
export const choice = (
  name: string,
  label: string,
  options: readonly string[],
  initial: string,
  overrides: Overrides = {},
) => storedField(name, label, { input: 'choice', ...required, options, initial, ...overrides })
export const unstoredField = (name: string, label: string, overrides: Overrides = {}) =>
  field(name, label, null, overrides)

export const insecureTls = storedField('insecure_tls', 'Skip TLS verification', {
  input: 'switch',
  help: 'Connections are then open to interception and modification.',
})
