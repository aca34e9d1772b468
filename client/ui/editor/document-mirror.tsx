import { codeFolding, ensureSyntaxTree, foldGutter, foldKeymap, syntaxHighlighting } from '@codemirror/language'
import { defaultKeymap } from '@codemirror/commands'
import { findNext, findPrevious, openSearchPanel, search, SearchQuery, setSearchQuery } from '@codemirror/search'
import { EditorState, RangeSet, StateEffect, StateField, type Extension } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, gutterLineClass, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useImperativeHandle, useRef } from 'react'
import { codeColours } from './code-colours.ts'
import { toLanguage } from './code-language.ts'
import { findLinePath } from './document-path.ts'
import type { DocumentViewProps } from './document-view.tsx'
import { selectLines, type Lines } from './line-ranges.ts'

const setLines = StateEffect.define<Lines>()
const selected = new (class extends GutterMarker {
  override elementClass = 'selected-line'
})()
const line = Decoration.line({ class: 'selected-line' })

const selectedLines = StateField.define<Lines>({
  create: () => [],
  update: (lines, { effects }) => effects.find((effect) => effect.is(setLines))?.value ?? lines,
  provide: (field) => {
    const listStarts = (state: EditorState): readonly number[] =>
      state
        .field(field)
        .filter((each) => each <= state.doc.lines)
        .map((each) => state.doc.line(each).from)
    return [
      EditorView.decorations.compute([field, 'doc'], (state) =>
        RangeSet.of(listStarts(state).map((from) => line.range(from))),
      ),
      gutterLineClass.compute([field, 'doc'], (state) =>
        RangeSet.of(listStarts(state).map((from) => selected.range(from))),
      ),
    ]
  },
})

/** CodeMirror marks matches only while a search panel is open; the page has its own search field. */
const hiddenPanel = search({
  createPanel: () => {
    const dom = document.createElement('div')
    dom.hidden = true
    return { dom }
  },
})

const countMax = 1_000
const countMatches = (query: SearchQuery, { doc }: EditorState): number => {
  const matches = query.getCursor(doc)
  let count = 0
  while (count < countMax && !matches.next().done) count += 1
  return count
}

const toSelectMode = ({ shiftKey, ctrlKey, metaKey }: MouseEvent) =>
  shiftKey ? ('extend' as const) : ctrlKey || metaKey ? ('toggle' as const) : ('alone' as const)

const seek = (view: EditorView, text: string): number => {
  const query = new SearchQuery({ search: text, literal: true })
  openSearchPanel(view)
  view.dispatch({ effects: setSearchQuery.of(query), selection: { anchor: 0 } })
  if (!query.valid) return 0
  findNext(view)
  return countMatches(query, view.state)
}

type Latest = React.RefObject<DocumentViewProps>

const numberAt = ({ state }: EditorView, pos: number) => state.doc.lineAt(pos).number

const choosing = (latest: Latest): Extension => {
  const choose = (from: number, to: number, how: ReturnType<typeof toSelectMode>) => {
    latest.current.onLines(selectLines(latest.current.lines, { from, to, how }))
    return true
  }
  return [
    lineNumbers({
      domEventHandlers: {
        mousedown: (shown, { from }, event) => {
          if (!(event instanceof MouseEvent) || event.button !== 0) return false
          const number = numberAt(shown, from)
          return choose(number, number, toSelectMode(event))
        },
      },
    }),
    keymap.of([
      {
        key: 'Enter',
        run: (shown) => {
          const { from, to } = shown.state.selection.main
          return choose(numberAt(shown, from), numberAt(shown, to), 'alone')
        },
      },
    ]),
  ]
}

const finding = (latest: Latest): Extension =>
  keymap.of([
    {
      key: 'Mod-f',
      run: () => {
        latest.current.onFind()
        return true
      },
    },
    ...foldKeymap,
    ...defaultKeymap,
  ])

export default function DocumentMirror(props: DocumentViewProps) {
  const { value, label, language, lines, searchText, ref } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    if (host.current === null) return undefined
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          choosing(latest),
          codeFolding(),
          foldGutter(),
          selectedLines,
          hiddenPanel,
          syntaxHighlighting(codeColours),
          toLanguage(language),
          finding(latest),
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({
            'aria-label': label,
            'aria-readonly': 'true',
            tabindex: '0',
            // No on-screen keyboard for text that cannot be changed.
            inputmode: 'none',
          }),
        ],
      }),
    })
    view.current = editor
    const [first] = latest.current.lines
    editor.dispatch({ effects: setLines.of(latest.current.lines) })
    if (first !== undefined && first <= editor.state.doc.lines)
      editor.dispatch({ effects: EditorView.scrollIntoView(editor.state.doc.line(first).from, { y: 'center' }) })
    return () => editor.destroy()
  }, [language, label])
  useEffect(() => {
    view.current?.dispatch({ effects: setLines.of(lines) })
  }, [lines])
  useEffect(() => {
    const editor = view.current
    if (editor === null || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    if (view.current !== null) latest.current.onFound(seek(view.current, searchText))
  }, [searchText])
  useImperativeHandle(ref, () => ({
    findNext: (backwards) => {
      if (view.current !== null) (backwards ? findPrevious : findNext)(view.current)
    },
    findPath: (number) => {
      const state = view.current?.state
      if (state === undefined || language === 'text' || number > state.doc.lines) return null
      const tree = ensureSyntaxTree(state, state.doc.line(number).to, 500)
      return tree === null ? null : findLinePath(tree, state.doc, number)
    },
  }))
  return <div ref={host} />
}
