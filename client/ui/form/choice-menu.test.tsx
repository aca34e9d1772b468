import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ChoiceMenu } from './choice-menu.tsx'

const options = [
  { value: 'namespace', label: 'namespace' },
  { value: 'label:env', label: 'env', group: 'Labels' },
]

test('a menu of choices shows the chosen one, lists them in groups, and reports another', async () => {
  const onChange = vi.fn<(value: string) => void>()
  render(<ChoiceMenu label="Group by" value="namespace" options={options} onChange={onChange} />)
  fireEvent.click(screen.getByRole('button', { name: 'Group by namespace' }))
  const listed = await screen.findAllByRole('option')
  expect(listed.map((option) => [option.textContent, option.getAttribute('aria-selected')])).toEqual([
    ['namespace', 'true'],
    ['env', 'false'],
  ])
  expect(screen.getByText('Labels')).toBeDefined()
  fireEvent.click(screen.getByText('env'))
  expect(onChange.mock.calls).toEqual([['label:env']])
})

test('the button of a menu can say something else than the chosen option', () => {
  render(
    <ChoiceMenu
      label="Duration"
      value="none"
      options={[{ value: 'none', label: 'None' }]}
      summary="any"
      onChange={vi.fn<() => void>()}
    />,
  )
  expect(screen.getByRole('button').textContent).toBe('Duration any')
})
