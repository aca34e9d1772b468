import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import DocumentMirror from './document-mirror.tsx'

const ignore = () => undefined

test('a document is reached with the Tab key and announced as text that cannot be changed', () => {
  render(
    <DocumentMirror
      label="Spec"
      value="kind: Canary"
      language="yaml"
      lines={[]}
      onLines={ignore}
      searchText=""
      onFound={ignore}
      onFind={ignore}
    />,
  )
  const text = screen.getByRole('textbox', { name: 'Spec' })
  expect(text.getAttribute('tabindex')).toBe('0')
  expect(text.getAttribute('aria-readonly')).toBe('true')
  expect(text.getAttribute('inputmode')).toBe('none')
})
