import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StateMark, type State } from './state-mark.tsx'
import { StatusDot } from './status-dot.tsx'

const states: readonly State[] = ['healthy', 'warning', 'unhealthy', 'unknown', 'running']

test('every state has its own shape, and another one when it is stale', () => {
  const { container } = render(
    <>
      {states.map((state) => (
        <div key={state}>
          <StateMark state={state} />
          <StateMark state={state} stale />
        </div>
      ))}
    </>,
  )
  const shapes = [...container.querySelectorAll('svg')].map((svg) => svg.innerHTML)
  expect(new Set(shapes).size).toBe(states.length * 2)
})

test('a mark announces its state and staleness; beside its label it announces nothing', () => {
  render(
    <>
      <StateMark state="unhealthy" />
      <StateMark state="healthy" stale />
      <StateMark state="warning" label="" />
    </>,
  )
  expect(screen.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual([
    'unhealthy',
    'healthy, stale',
  ])
})

test('a status dot shows the mark of a status and announces it [UI-04]', () => {
  render(
    <>
      <StatusDot status="mixed" />
      <StatusDot status={null} />
    </>,
  )
  const dots = screen.getAllByRole('img')
  expect(dots.map((dot) => [dot.dataset['state'], dot.getAttribute('aria-label')])).toEqual([
    ['warning', 'mixed'],
    ['unknown', 'no status'],
  ])
})
