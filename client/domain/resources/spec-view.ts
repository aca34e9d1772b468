import type { SpecError } from '#client/ui/editor/spec-document.ts'

/** What a form needs that is a view of the text of a spec: it writes the same text that the code shows. */
export interface SpecView {
  readonly text: string
  /** What the text says. */
  readonly value: unknown
  readonly issues: readonly SpecError[]
  /** How often somebody tried to save what is wrong. */
  readonly tries: number
  readonly disabled: boolean
  readonly onChange: (text: string) => void
}
