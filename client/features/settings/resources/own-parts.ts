import type { SpecView } from '#client/domain/resources/spec-view.ts'
import type { JsonSchema } from '#client/ui/editor/schema-fields.ts'
import type { CheckSpec } from '#client/ui/editor/spec-document.ts'

/** What the area of a kind adds to its editor. */
export interface OwnParts {
  /** What a spec is completed from and checked by, where the console has it itself. */
  readonly spec?: { readonly schema: JsonSchema; readonly check: CheckSpec }
  /** Its spec as a form, where its area draws one. */
  readonly form?: (view: SpecView) => React.ReactNode
  /** What a spec would do, beside what it changes. */
  readonly renderPreview?: (name: string, view: SpecView) => React.ReactNode
  /** What can be done with one; `isChanged`: something is typed and not saved. */
  readonly renderAction?: (id: string, isChanged: boolean) => React.ReactNode
  /** Lists of what belongs to one, on pages of their own. */
  readonly listLinks?: (id: string) => readonly { readonly label: string; readonly href: string }[]
}
