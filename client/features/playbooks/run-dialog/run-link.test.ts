import { expect, test } from 'vitest'
import { readRunLink } from './run-link.ts'

test('an address with a playbook and run=true prefills the dialog', () => {
  const query = new URLSearchParams('playbook=b1&run=true&config_id=c1&params.version=1.26+%26+more')
  expect(readRunLink(query)).toEqual({
    playbookId: 'b1',
    target: { kind: 'config', id: 'c1' },
    values: { version: '1.26 & more' },
  })
})

test('an address that only filters runs by playbook opens no dialog', () => {
  expect(readRunLink(new URLSearchParams('playbook=b1'))).toBeNull()
})
