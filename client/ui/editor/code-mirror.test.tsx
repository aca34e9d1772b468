import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { EditorView } from '@codemirror/view'
import { afterEach, expect, test, vi } from 'vitest'
import CodeMirror from './code-mirror.tsx'

afterEach(cleanup)

const open = () => {
  const changes: string[] = []
  const onChange = (text: string) => changes.push(text)
  const show = (value: string) => <CodeMirror label="Spec" value={value} onChange={onChange} />
  const { rerender } = render(show('a'))
  const editor = EditorView.findFromDOM(screen.getByRole('textbox', { name: 'Spec' }))
  if (editor === null) throw new Error('The text box belongs to no editor.')
  const type = (text: string) => {
    const end = editor.state.doc.length
    editor.dispatch({ changes: { from: end, insert: text }, selection: { anchor: end + text.length } })
  }
  return { changes, type, pass: (value: string) => rerender(show(value)), editor }
}

test('text that is typed before the page has drawn the last change stays, and the caret too', () => {
  const { changes, type, pass, editor } = open()
  type('b')
  type('c')
  pass('ab')
  expect(editor.state.doc.toString()).toBe('abc')
  expect(editor.state.selection.main.head).toBe(3)
  pass('abc')
  expect(changes).toEqual(['ab', 'abc'])
})

test('a value from elsewhere replaces the text', () => {
  const { type, pass, editor } = open()
  type('b')
  pass('ab')
  pass('theirs')
  expect(editor.state.doc.toString()).toBe('theirs')
  pass('ab')
  expect(editor.state.doc.toString()).toBe('ab')
})

test('the first Escape stays in the editor, so that Tab can leave it; a second one reaches the dialog', () => {
  const onKeyDown = vi.fn<() => void>()
  render(
    <div role="presentation" onKeyDown={onKeyDown}>
      <CodeMirror label="Script" value="a" />
    </div>,
  )
  const editor = screen.getByRole('textbox', { name: 'Script' })
  fireEvent.keyDown(editor, { key: 'Escape' })
  expect(onKeyDown).not.toHaveBeenCalled()
  fireEvent.keyDown(editor, { key: 'Escape' })
  expect(onKeyDown).toHaveBeenCalledOnce()
})
