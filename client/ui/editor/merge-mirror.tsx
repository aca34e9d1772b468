import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { syntaxHighlighting } from '@codemirror/language'
import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState, RangeSet, StateField, type Extension } from '@codemirror/state'
import { Decoration, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useImperativeHandle, useRef } from 'react'
import { sidebarMinWidth } from '#client/lib/browser/layout.ts'
import { useWindowWidth } from '#client/lib/browser/use-window-width.ts'
import { codeColours } from './code-colours.ts'
import type { Conflict, MergeEditorProps } from './merge-editor.tsx'

const conflictLine = Decoration.line({ class: 'cm-conflict' })

const listLines = ({ doc }: EditorState, { from, to }: Conflict): readonly number[] => {
  const starts: number[] = []
  for (let at = from; at < to && at <= doc.length; at = doc.lineAt(at).to + 1) starts.push(doc.lineAt(at).from)
  return starts
}

const conflictRanges = StateField.define<readonly Conflict[]>({
  create: () => [],
  update: (ranges, { changes, docChanged }) =>
    docChanged ? ranges.map(({ from, to }) => ({ from: changes.mapPos(from, -1), to: changes.mapPos(to, 1) })) : ranges,
  provide: (field) =>
    EditorView.decorations.compute([field, 'doc'], (state) =>
      RangeSet.of(
        state.field(field).flatMap((range) => listLines(state, range).map((start) => conflictLine.range(start))),
      ),
    ),
})

const common: Extension = [lineNumbers(), yaml(), syntaxHighlighting(codeColours)]
const collapseUnchanged = { margin: 3, minSize: 6 }

type Latest = React.RefObject<Omit<MergeEditorProps, 'ref'>>

const toEditable = (latest: Latest, ranges: readonly Conflict[]): Extension => [
  common,
  history(),
  // Without a binding for Tab, which leaves the editor.
  keymap.of([...defaultKeymap, ...historyKeymap]),
  conflictRanges.init(() => ranges),
  EditorView.contentAttributes.of({ 'aria-label': latest.current.label }),
  EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) latest.current.onChange(state.doc.toString())
  }),
]

const toReadOnly = (label: string): Extension => [
  common,
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
]

interface Opened {
  readonly editor: EditorView
  readonly close: () => void
}

const openMerge = (parent: HTMLElement, latest: Latest, before: EditorState | undefined, isWide: boolean): Opened => {
  const { theirs, theirsLabel, initial, conflicts } = latest.current
  const doc = before?.doc ?? initial
  const editable = toEditable(latest, before?.field(conflictRanges) ?? conflicts)
  if (isWide) {
    const merge = new MergeView({
      parent,
      a: { doc: theirs, extensions: toReadOnly(theirsLabel) },
      b: { doc, extensions: editable },
      collapseUnchanged,
      gutter: true,
    })
    return { editor: merge.b, close: () => merge.destroy() }
  }
  const unified = unifiedMergeView({ original: theirs, mergeControls: false, collapseUnchanged })
  const editor = new EditorView({ parent, doc, extensions: [editable, unified] })
  return { editor, close: () => editor.destroy() }
}

export default function MergeMirror({ ref, ...props }: MergeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(props)
  const isWide = useWindowWidth() >= sidebarMinWidth
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    if (host.current === null) return undefined
    const { editor, close } = openMerge(host.current, latest, view.current?.state, isWide)
    view.current = editor
    return close
  }, [isWide])
  useImperativeHandle(ref, () => ({
    replace: (index, text) => {
      const editor = view.current
      const range = editor?.state.field(conflictRanges)[index]
      if (editor === null || range === undefined) return
      const to = Math.min(range.to, editor.state.doc.length)
      editor.dispatch({ changes: { from: range.from, to, insert: text }, userEvent: 'input' })
    },
    goTo: (index) => {
      const editor = view.current
      const from = editor?.state.field(conflictRanges)[index]?.from
      if (editor === null || from === undefined) return
      editor.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      })
      editor.focus()
    },
  }))
  return <div ref={host} className="code-editor-host" />
}
