import { lazy, Suspense, type Ref } from 'react'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import type { Lines } from './line-ranges.ts'
import './code-editor.css'
import './document-view.css'

/** What is asked of a document that is shown. */
export interface DocumentHandle {
  /** Shows the next place of what is sought, or the one before. */
  readonly findNext: (backwards: boolean) => void
  /** The JSONPath of a line; null where the text is none of YAML or JSON. */
  readonly findPath: (line: number) => string | null
}

export interface DocumentViewProps {
  readonly label: string
  readonly value: string
  readonly language: 'yaml' | 'json' | 'text'
  readonly lines: Lines
  readonly onLines: (lines: Lines) => void
  /** What is marked wherever it stands. */
  readonly searchText: string
  readonly onFound: (count: number) => void
  /** Ctrl F. */
  readonly onFind: () => void
  readonly ref?: Ref<DocumentHandle>
}

const DocumentMirror = lazy(() => import('./document-mirror.tsx'))

/** A text that is read, not written: with line numbers that select, parts that fold, and marks on what is sought. */
export function DocumentView(props: DocumentViewProps) {
  return (
    <section className="document-view" aria-label={props.label}>
      <Suspense fallback={<SkeletonRows rows={4} label="Loading the document" />}>
        <DocumentMirror key={props.language} {...props} />
      </Suspense>
    </section>
  )
}
