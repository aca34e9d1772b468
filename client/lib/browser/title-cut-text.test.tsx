import { afterEach, beforeAll, expect, test } from 'vitest'
import { watchCutText } from './title-cut-text.ts'

beforeAll(watchCutText)

afterEach(() => {
  document.body.innerHTML = ''
})

const hover = (html: string, scrollWidth: number): (() => string) => {
  document.body.innerHTML = html
  const inner = document.querySelector('b')
  const outer = document.querySelector('p')
  if (inner === null || outer === null) throw new Error('nothing to hover')
  Object.defineProperties(outer, { scrollWidth: { value: scrollWidth, writable: true }, clientWidth: { value: 100 } })
  const over = () => inner.dispatchEvent(new Event('pointerover', { bubbles: true }))
  over()
  return () => {
    over()
    return outer.title
  }
}

const cut = '<p style="text-overflow: ellipsis"><b>A name</b> that is cut</p>'

test('text that is cut has the whole of it as its tooltip while it is cut', () => {
  const readTitle = hover(cut, 180)
  expect(readTitle()).toBe('A name that is cut')
  Object.assign(document.querySelector('p') ?? {}, { scrollWidth: 100 })
  expect(readTitle()).toBe('')
})

test('text that fits has no tooltip', () => {
  expect(hover(cut, 100)()).toBe('')
})

test('a tooltip of its own, also of a part, is not replaced', () => {
  const own = '<p style="text-overflow: ellipsis" title="Own"><b>A name</b></p>'
  expect(hover(own, 180)()).toBe('Own')
  const ofPart = '<p style="text-overflow: ellipsis"><b>A name</b><i title="Part">…</i></p>'
  expect(hover(ofPart, 180)()).toBe('')
})
