import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LiveRows } from '#client/testing/live-rows.tsx'
import { WithConsole } from '#client/testing/with-console.tsx'
import { BottomBar } from './bottom-bar.tsx'

afterEach(() => window.history.replaceState(null, '', '/'))

test('leads to the areas of a phone, marks the current one, and opens the menu', () => {
  window.history.replaceState(null, '', '/incidents/1')
  const onMenu = vi.fn<() => void>()
  render(
    <LiveRows rows={{}}>
      <WithConsole roles={['admin']}>
        <BottomBar onMenu={onMenu} />
      </WithConsole>
    </LiveRows>,
  )
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    ['Dashboard', null],
    ['Health', null],
    ['Incidents', 'page'],
    ['Playbooks', null],
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }))
  expect(onMenu).toHaveBeenCalledOnce()
})
