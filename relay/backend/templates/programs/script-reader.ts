export type WriteReference = (variable: string) => string

export interface ScriptError {
  readonly offset: number
  readonly reason: string
}

export interface ScriptReader {
  readonly errors: readonly ScriptError[]
  state: string
  read(text: string): void
  value(offset: number): WriteReference | undefined
  end(): void
}
