import { fireEvent, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { MentionArea } from './mention-area.tsx'

function Comment() {
  const [value, setValue] = useState('')
  const area = useRef<HTMLTextAreaElement>(null)
  return (
    <MentionArea
      id="comment"
      name="comment"
      value={value}
      placeholder="Comment"
      known={[{ kind: 'person', id: 'p1', name: 'ann' }]}
      inputRef={area}
      onChange={setValue}
      onBlur={() => undefined}
      onSubmit={() => undefined}
    />
  )
}

test('inserting a name in the middle of a text puts the caret right after it', () => {
  render(<Comment />)
  const area = screen.getByPlaceholderText<HTMLTextAreaElement>('Comment')
  fireEvent.change(area, { target: { value: 'Ask @a about it', selectionStart: 6, selectionEnd: 6 } })
  fireEvent.keyDown(area, { key: 'Enter' })
  expect([area.value, area.selectionStart]).toEqual(['Ask @ann  about it', 'Ask @ann '.length])
})
