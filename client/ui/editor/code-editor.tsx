import { lazy, Suspense } from 'react'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import type { JsonSchema } from './schema-fields.ts'
import type { CheckSpec } from './spec-document.ts'
import './code-editor.css'

export interface CodeEditorProps {
  readonly label: string
  readonly value: string
  readonly language?: 'yaml' | 'json' | 'text'
  /** What is completed from; it may come while somebody types. */
  readonly schema?: JsonSchema | undefined
  /** What is marked while typing, beside what does not parse. */
  readonly check?: CheckSpec | undefined
  readonly readOnly?: boolean
  readonly describedBy?: string | undefined
  readonly onChange?: (value: string) => void
  /** Ctrl S. */
  readonly onSave?: () => void
}

const CodeMirror = lazy(() => import('./code-mirror.tsx'))

/** Text with line numbers, completion from a schema and marks on what is wrong. Its code is loaded when one is drawn. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <div className="code-editor">
      <Suspense fallback={<SkeletonRows rows={4} label="Loading the editor" />}>
        <CodeMirror {...props} />
      </Suspense>
    </div>
  )
}
