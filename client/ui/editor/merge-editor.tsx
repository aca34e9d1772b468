import { lazy, Suspense } from 'react'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import './code-editor.css'
import './merge-editor.css'

export interface Conflict {
  /** Offsets in `initial`; whole lines. */
  readonly from: number
  readonly to: number
}

export interface MergeEditorHandle {
  /** Replaces the lines of a conflict, wherever editing has moved them. */
  readonly replace: (index: number, text: string) => void
  readonly goTo: (index: number) => void
}

export interface MergeEditorProps {
  readonly label: string
  readonly theirsLabel: string
  readonly theirs: string
  readonly initial: string
  readonly conflicts: readonly Conflict[]
  readonly onChange: (text: string) => void
  readonly ref: React.Ref<MergeEditorHandle>
}

const MergeMirror = lazy(() => import('./merge-mirror.tsx'))

/** The stored text beside the merged one, which can be edited; one text with marked differences where it is narrow. */
export function MergeEditor(props: MergeEditorProps) {
  return (
    <div className="code-editor merge-editor">
      <Suspense fallback={<SkeletonRows rows={6} label="Loading editor" />}>
        <MergeMirror {...props} />
      </Suspense>
    </div>
  )
}
