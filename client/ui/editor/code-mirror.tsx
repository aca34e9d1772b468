import { closeBrackets, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { linter, lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, StateEffect, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { codeColours } from './code-colours.ts'
import { toLanguage } from './code-language.ts'
import type { CodeEditorProps } from './code-editor.tsx'
import { assist } from './schema-assistance.ts'
import type { JsonSchema } from './schema-fields.ts'
import { readSpec } from './spec-document.ts'

/** Compartments: reconfiguring must not touch text, history or caret. */
const [assistance, lock] = [new Compartment(), new Compartment()]
const assistedBy = (schema: JsonSchema | undefined): Extension => (schema === undefined ? [] : assist(schema))
const lockedBy = (readOnly = false): Extension => [
  EditorState.readOnly.of(readOnly),
  EditorView.editable.of(!readOnly),
  // Without it, the keyboard cannot scroll a read-only document.
  EditorView.contentAttributes.of({ tabindex: '0', ...(readOnly && { 'aria-readonly': 'true' }) }),
]

const newDiagnostics = StateEffect.define<CodeEditorProps['diagnostics']>()

type Latest = React.RefObject<CodeEditorProps>

const checkedBy = (latest: Latest): Extension => [
  lintGutter(),
  linter(
    ({ state }) =>
      (latest.current.diagnostics ?? readSpec(state.doc.toString(), latest.current.check).diagnostics).map(
        ({ from, to, message }) => ({
          from: Math.min(from, state.doc.length),
          to: Math.min(to, state.doc.length),
          message,
          severity: 'error' as const,
        }),
      ),
    {
      delay: 200,
      needsRefresh: ({ transactions }) =>
        transactions.some(
          ({ reconfigured, effects }) => reconfigured || effects.some((each) => each.is(newDiagnostics)),
        ),
    },
  ),
]

const createKeymap = (latest: Latest): Extension =>
  keymap.of([
    {
      key: 'Mod-s',
      run: () => {
        latest.current.onSave?.()
        return latest.current.onSave !== undefined
      },
    },
    ...completionKeymap,
    ...defaultKeymap,
    ...historyKeymap,
    ...searchKeymap,
    ...lintKeymap,
    indentWithTab,
  ])

/** CodeMirror lets Tab leave for this long after Escape. */
const tabLeavesMs = 2_000

/** The first Escape is for Tab to leave, or closes completions; only a second one closes the dialog around. */
const firstEscapeStays = (): Extension => {
  let escapedAt = -Infinity
  return EditorView.domEventHandlers({
    keydown: (event, { state }) => {
      if (event.key !== 'Escape' || state.readOnly) return
      if (event.timeStamp - escapedAt > tabLeavesMs) event.stopPropagation()
      escapedAt = event.timeStamp
    },
  })
}

const appearance: Extension = [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  closeBrackets(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  syntaxHighlighting(codeColours),
]

export default function CodeMirror(props: CodeEditorProps) {
  const { value, label, language = 'yaml', readOnly = false, schema, diagnostics, goTo = null } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(props)
  /** Texts on their way through the page, oldest first: newer ones may have been typed since. */
  const reported = useRef<string[]>([])
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    if (host.current === null) return undefined
    const { describedBy } = latest.current
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          appearance,
          toLanguage(language),
          language === 'text' ? [] : checkedBy(latest),
          assistance.of(assistedBy(latest.current.schema)),
          firstEscapeStays(),
          createKeymap(latest),
          EditorView.domEventHandlers({
            paste: ({ clipboardData }) => latest.current.onPaste?.(clipboardData?.getData('text/plain') ?? '') === true,
          }),
          lock.of(lockedBy(latest.current.readOnly)),
          EditorView.contentAttributes.of({
            'aria-label': label,
            ...(describedBy && { 'aria-describedby': describedBy }),
          }),
          EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
            if (docChanged && latest.current.onChange !== undefined) {
              const text = state.doc.toString()
              reported.current.push(text)
              latest.current.onChange(text)
            }
            if (docChanged || selectionSet) latest.current.onCursor?.(state.selection.main.head)
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [language, label])
  useEffect(() => {
    view.current?.dispatch({ effects: assistance.reconfigure(assistedBy(schema)) })
  }, [schema])
  useEffect(() => {
    view.current?.dispatch({ effects: newDiagnostics.of(diagnostics) })
  }, [diagnostics])
  useEffect(() => {
    view.current?.dispatch({ effects: lock.reconfigure(lockedBy(readOnly)) })
  }, [readOnly])
  useEffect(() => {
    const editor = view.current
    const returned = reported.current.lastIndexOf(value)
    reported.current.splice(0, returned === -1 ? Infinity : returned + 1)
    if (editor === null || returned !== -1 || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    const editor = view.current
    if (editor === null || goTo === null) return
    const anchor = Math.min(goTo.offset, editor.state.doc.length)
    editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
    editor.focus()
  }, [goTo])
  return <div ref={host} className="code-editor-host" />
}
