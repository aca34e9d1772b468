import { Fragment, lazy, Suspense, useId } from 'react'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import type { JsonSchema } from './schema-fields.ts'
import type { CheckSpec, SpecDiagnostic } from './spec-document.ts'
import './code-editor.css'

export interface CodeEditorProps {
  readonly label: string
  readonly value: string
  readonly language?: 'yaml' | 'json' | 'text'
  readonly schema?: JsonSchema | undefined
  readonly check?: CheckSpec | undefined
  /** Instead of those of `check`, if the page has them already. */
  readonly diagnostics?: readonly SpecDiagnostic[] | undefined
  readonly readOnly?: boolean
  readonly describedBy?: string | undefined
  readonly onChange?: (value: string) => void
  readonly onSave?: () => void
  /** True if it handles the pasted text, which is then not inserted. */
  readonly onPaste?: (text: string) => boolean
  readonly onCursor?: (offset: number) => void
  /** A new object for each request, so that going to the same place again works. */
  readonly goTo?: { readonly offset: number } | null
}

const CodeMirror = lazy(() => import('./code-mirror.tsx'))

export function CodeEditor(props: CodeEditorProps) {
  const { schema, onSave, readOnly = false, describedBy } = props
  const keysId = useId()
  return (
    <>
      <div className="code-editor">
        <Suspense fallback={<SkeletonRows rows={4} label="Loading editor" />}>
          <CodeMirror {...props} describedBy={[describedBy, readOnly ? undefined : keysId].filter(Boolean).join(' ')} />
        </Suspense>
      </div>
      {readOnly ? null : (
        <p id={keysId} className="code-editor-keys">
          {schema === undefined ? null : <Keys keys={['Ctrl', 'Space']}>completes</Keys>}
          {onSave === undefined ? null : <Keys keys={['Ctrl', 'S']}>saves</Keys>}
          <Keys keys={['Esc', 'Tab']}>leaves the editor</Keys>
        </p>
      )}
    </>
  )
}

function Keys({ keys, children }: { readonly keys: readonly string[]; readonly children: string }) {
  return (
    <span>
      {keys.map((key) => (
        <Fragment key={key}>
          <kbd className="kbd">{key}</kbd>{' '}
        </Fragment>
      ))}
      {children}
    </span>
  )
}
