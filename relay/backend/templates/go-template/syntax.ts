export interface FieldStep {
  readonly name: string
  readonly offset: number
}

export type Operand =
  | {
      readonly kind: 'constant'
      readonly value: unknown
      readonly offset: number
      readonly fields: readonly FieldStep[]
    }
  | { readonly kind: 'dot'; readonly offset: number; readonly fields: readonly FieldStep[] }
  | { readonly kind: 'variable'; readonly name: string; readonly offset: number; readonly fields: readonly FieldStep[] }
  | {
      readonly kind: 'function'
      readonly name: string
      /** A variable of some places has this name too: without arguments it wins where it exists. */
      readonly isVariableName: boolean
      readonly offset: number
      readonly fields: readonly FieldStep[]
    }
  /** A variable without a leading dot: the first of `fields`, read from the template's data. */
  | { readonly kind: 'root'; readonly offset: number; readonly fields: readonly FieldStep[] }
  | {
      readonly kind: 'group'
      readonly pipeline: Pipeline
      readonly offset: number
      readonly fields: readonly FieldStep[]
    }

export interface Command {
  readonly operands: readonly [Operand, ...Operand[]]
}

export interface Pipeline {
  readonly variables: readonly string[]
  readonly declares: boolean
  readonly commands: readonly Command[]
  readonly offset: number
}

export interface Control {
  readonly kind: 'if' | 'with' | 'range'
  readonly pipeline: Pipeline
  readonly body: readonly Node[]
  readonly otherwise: readonly Node[]
  readonly offset: number
}

export type Node =
  | Control
  | { readonly kind: 'text'; readonly text: string; readonly offset: number }
  | { readonly kind: 'print'; readonly pipeline: Pipeline; readonly offset: number }
  | {
      readonly kind: 'template'
      readonly name: string
      readonly pipeline: Pipeline | undefined
      readonly offset: number
    }
  | { readonly kind: 'break' | 'continue'; readonly offset: number }

export interface Program {
  readonly body: readonly Node[]
  readonly templates: ReadonlyMap<string, readonly Node[]>
}
