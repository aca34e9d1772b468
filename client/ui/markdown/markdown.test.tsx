import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Markdown } from './markdown.tsx'

test('tags, scripts and images stay text, and links lead only to pages', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '![seen](https://tracker.example/p.png)',
    '[run](javascript:alert(1)) [data](data:text/html,x) [there](https://example.com/) [here](/health)',
    '[two](//evil.example/) [fake](person:alert)',
  ].join('\n\n')
  const { container } = render(<Markdown text={hostile} />)
  expect(container.querySelectorAll('script, img, iframe')).toHaveLength(0)
  expect(container.textContent).toContain('<script>alert(1)</script>')
  expect(container.textContent).toContain('![seen](https://tracker.example/p.png)')
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['there', 'https://example.com/'],
    ['here', '/health'],
    ['two', '//evil.example/'],
  ])
  expect(screen.getByRole('link', { name: 'two' }).getAttribute('rel')).toContain('noopener')
})

test('shows text that is nested too deep as it was typed', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const deep = '>'.repeat(5_000)
  const { container } = render(<Markdown text={deep} />)
  expect(container.textContent).toBe(deep)
  log.mockRestore()
})

test('renders mentions with the given link renderer', () => {
  const id = '01890a5d-0000-7000-8000-000000000001'
  render(<Markdown text={`[@Mara](person:${id}) looks`} renderLink={(href) => <b>{href}</b>} />)
  expect(screen.getByText(`person:${id}`)).toBeDefined()
})
