import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DecisionEntry } from './decision-entry.tsx'
import type { Decision, RuleDecision } from './decisions-api.ts'

const at = '2026-11-21T08:00:00.000Z'

const toRule = (name: string, more: Partial<RuleDecision> = {}): RuleDecision => ({
  rule_id: name,
  rule: name,
  step: 'filter',
  said: '',
  recipients: [],
  sends: [],
  ...more,
})

const decision = (rules: readonly RuleDecision[]): Decision => ({
  id: 'd1',
  event: 'check.failed',
  resource: { kind: 'check', id: 'c1', name: 'home page' },
  happened_at: at,
  decided_at: at,
  rules: [...rules],
})

const names = () => screen.getAllByRole('listitem').map((line) => line.querySelector('b')?.textContent)

test('of many rules those that sent come first, and the others are shown on request', () => {
  const filtered = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => toRule(name))
  const send = {
    id: 's1',
    recipient: 'Mara',
    status: 'silenced',
    error: null,
    created_at: at,
    is_fallback: false,
    retries: null,
  }
  render(<DecisionEntry decision={decision([...filtered, toRule('pages', { step: 'silence', sends: [send] })])} />)
  expect(names().filter(Boolean)).toEqual(['pages', 'a', 'b', 'c', 'd'])
  fireEvent.click(screen.getByRole('button', { name: 'Show 2 more rules' }))
  expect(names().filter(Boolean)).toEqual(['pages', 'a', 'b', 'c', 'd', 'e', 'f'])
  expect(screen.queryByRole('button')).toBeNull()
})
