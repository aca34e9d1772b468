import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { SpecForm } from './spec-form.tsx'

interface TypedProps {
  readonly table?: 'canaries' | 'config_scrapers' | 'topologies'
  readonly first: string
  readonly disabled?: boolean
  readonly onText: (text: string) => void
}

function Typed({ table = 'canaries', first, disabled = false, onText }: TypedProps) {
  const [text, setText] = useState(first)
  return (
    <SpecForm
      table={table}
      text={text}
      value={parse(text)}
      schema={undefined}
      issues={[]}
      tries={0}
      disabled={disabled}
      onChange={(next) => {
        setText(next)
        onText(next)
      }}
    />
  )
}

test('a folder is local or behind one connection, which changes with its type [SET-55]', () => {
  let written = ''
  const onText = (text: string) => {
    written = text
  }
  render(<Typed onText={onText} first={'# mine\nfolder:\n  - name: drop\n    path: /in\n'} />)
  const kind = screen.getByLabelText<HTMLSelectElement>('Connection')
  expect([...kind.options].map(({ textContent }) => textContent)).toEqual(['This machine', 'AWS', 'GCP', 'SFTP', 'SMB'])
  fireEvent.change(kind, { target: { value: 'awsConnection' } })
  fireEvent.change(screen.getByLabelText('Connection name'), { target: { value: 'connection://default/drop' } })
  fireEvent.change(kind, { target: { value: 'sftpConnection' } })
  const folder = { name: 'drop', path: '/in' }
  expect(parse(written)).toEqual({
    folder: [{ ...folder, sftpConnection: { connection: 'connection://default/drop' } }],
  })
  fireEvent.change(kind, { target: { value: '' } })
  expect(parse(written)).toEqual({ folder: [folder] })
  expect(written).toMatch(/^# mine\n/)
})

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('adds, changes and removes a nested component and keeps comments', () => {
  let written = ''
  const onText = (text: string) => {
    written = text
  }
  render(<Typed table="topologies" onText={onText} first={'components:\n  # the shop\n  - name: shop\n'} />)
  fireEvent.click(screen.getByRole('button', { name: 'Add child' }))
  fireEvent.change(screen.getByLabelText('Name *'), { target: { value: 'cart' } })
  fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'Service' } })
  expect(parse(written)).toEqual({ components: [{ name: 'shop', components: [{ name: 'cart', type: 'Service' }] }] })
  expect(written).toContain('# the shop')
  expect(screen.getByRole('button', { name: /^cart/ }).getAttribute('aria-current')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(parse(written)).toEqual({ components: [{ name: 'shop' }] })
})

test('edits the retention of changes and items by rule [CAT-15,CAT-16]', () => {
  let written = ''
  const onText = (text: string) => {
    written = text
  }
  render(<Typed table="config_scrapers" onText={onText} first={'system:\n  - {}\n'} />)
  fireEvent.click(screen.getByText('Retention'))
  type('Keep items missing at the source for', '12h')
  fireEvent.click(screen.getByRole('button', { name: 'Add change rule' }))
  type('Change retention 1: change type', 'diff')
  type('Change retention 1: maximum age', '30d')
  type('Change retention 1: maximum count', '50')
  fireEvent.click(screen.getByRole('button', { name: 'Add item rule' }))
  type('Item retention 1: item type', 'Kubernetes::Pod')
  type('Item retention 1: since deleted', '1d')
  expect(parse(written)).toEqual({
    system: [{}],
    retention: {
      staleItemAge: '12h',
      changes: [{ name: 'diff', age: '30d', count: 50 }],
      types: [{ name: 'Kubernetes::Pod', deletedAge: '1d' }],
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Remove change rule 1' }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove item rule 1' }))
  type('Keep items missing at the source for', '')
  expect(parse(written)).toEqual({ system: [{}] })
})

test('toggles the AWS options, and disables them without write permission', () => {
  const written: unknown[] = []
  const onText = (text: string) => void written.push(parse(text))
  const first = 'aws:\n  - compliance: true\n'
  const { unmount } = render(<Typed table="config_scrapers" onText={onText} first={first} />)
  fireEvent.click(screen.getByLabelText('Trusted Advisor'))
  fireEvent.click(screen.getByLabelText('Compliance'))
  expect(written).toEqual([
    { aws: [{ compliance: true, trusted_advisor_check: true }] },
    { aws: [{ trusted_advisor_check: true }] },
  ])
  unmount()
  render(<Typed table="config_scrapers" onText={onText} first={first} disabled />)
  for (const name of ['Compliance', 'Region', 'Access key'])
    expect([name, screen.getByLabelText(name).matches(':disabled')]).toEqual([name, true])
  expect(screen.getByRole('button', { name: 'Remove' }).matches(':disabled')).toBe(true)
})
