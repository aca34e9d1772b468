import type { SpecError } from '#client/ui/editor/spec-document.ts'

export interface SpecView {
  readonly text: string
  readonly value: unknown
  readonly issues: readonly SpecError[]
  readonly tries: number
  readonly disabled: boolean
  readonly onChange: (text: string) => void
}
