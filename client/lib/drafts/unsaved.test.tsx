import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hasUnsaved, useUnsaved } from './unsaved.ts'

function Form({ dirty }: { readonly dirty: boolean }) {
  useUnsaved(dirty)
  return null
}

const canLeave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('while a mounted form has unsaved input, the browser asks before it leaves', () => {
  const first = render(<Form dirty={false} />)
  const second = render(<Form dirty />)
  expect([hasUnsaved(), canLeave()]).toEqual([true, false])
  first.rerender(<Form dirty />)
  second.unmount()
  expect([hasUnsaved(), canLeave()]).toEqual([true, false])
  first.rerender(<Form dirty={false} />)
  expect([hasUnsaved(), canLeave()]).toEqual([false, true])
})
