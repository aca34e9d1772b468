import type { SpecView } from '#client/domain/resources/spec-view.ts'
import type { JsonSchema } from '#client/ui/editor/schema-fields.ts'
import type { CheckSpec } from '#client/ui/editor/spec-document.ts'

export interface OwnParts {
  readonly spec?: { readonly schema: JsonSchema; readonly check: CheckSpec }
  readonly form?: (view: SpecView) => React.ReactNode
  readonly renderPreview?: (name: string, view: SpecView) => React.ReactNode
  /** Beside the code; `cursor` and the offset of `onGo` are places in the text. */
  readonly renderOutline?: (text: string, cursor: number, onGo: (offset: number) => void) => React.ReactNode
  readonly renderAction?: (id: string, isChanged: boolean) => React.ReactNode
  readonly onCreated?: (id: string) => void
  readonly listLinks?: (id: string) => readonly { readonly label: string; readonly href: string }[]
}
