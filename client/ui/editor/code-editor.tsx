import { lazy, Suspense } from 'react'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import type { JsonSchema } from './schema-fields.ts'
import type { CheckSpec } from './spec-document.ts'
import './code-editor.css'

export interface CodeEditorProps {
  readonly label: string
  readonly value: string
  readonly language?: 'yaml' | 'json' | 'text'
  readonly schema?: JsonSchema | undefined
  readonly check?: CheckSpec | undefined
  readonly readOnly?: boolean
  readonly describedBy?: string | undefined
  readonly onChange?: (value: string) => void
  readonly onSave?: () => void
  readonly onCursor?: (offset: number) => void
  /** A new object for each request, so that going to the same place again works. */
  readonly goTo?: { readonly offset: number } | null
}

const CodeMirror = lazy(() => import('./code-mirror.tsx'))

export function CodeEditor(props: CodeEditorProps) {
  return (
    <div className="code-editor">
      <Suspense fallback={<SkeletonRows rows={4} label="Loading editor" />}>
        <CodeMirror {...props} />
      </Suspense>
    </div>
  )
}
