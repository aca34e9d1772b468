/** Writes a reference to a variable of the environment as it must be written at one place of a script. */
export type WriteReference = (variable: string) => string

/** Why a value cannot stand at a place of a script; `reason` is the rest of a sentence. */
export interface ScriptError {
  readonly offset: number
  readonly reason: string
}

/** Reads a script piece by piece. What stands between the pieces are values, which it never sees. */
export interface ScriptReader {
  readonly errors: readonly ScriptError[]
  /** Where it has got to; a text that can be compared and gone back to. */
  state: string
  read(text: string): void
  /** A value stands here: how it is referred to, or undefined where it cannot be, which is a fault then. */
  value(offset: number): WriteReference | undefined
  end(): void
}
