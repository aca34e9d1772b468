import { lazy, Suspense, type Ref } from 'react'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import type { Lines } from './line-ranges.ts'
import './code-editor.css'
import './document-view.css'

export interface DocumentHandle {
  readonly findNext: (backwards: boolean) => void
  readonly findPath: (line: number) => string | null
}

export interface DocumentViewProps {
  readonly label: string
  readonly value: string
  readonly language: 'yaml' | 'json' | 'text'
  readonly lines: Lines
  readonly onLines: (lines: Lines) => void
  readonly searchText: string
  readonly onFound: (count: number) => void
  readonly onFind: () => void
  readonly ref?: Ref<DocumentHandle>
}

const DocumentMirror = lazy(() => import('./document-mirror.tsx'))

export function DocumentView(props: DocumentViewProps) {
  return (
    <section className="document-view" aria-label={props.label}>
      <Suspense fallback={<SkeletonRows rows={4} label="Loading document" />}>
        <DocumentMirror key={props.language} {...props} />
      </Suspense>
    </section>
  )
}
