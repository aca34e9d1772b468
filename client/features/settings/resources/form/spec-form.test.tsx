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

test('a folder is on this machine or behind one connection, which changes with its kind [SET-55]', () => {
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

test('a component is added below another, changed and removed, and comments stay', () => {
  let written = ''
  const onText = (text: string) => {
    written = text
  }
  render(<Typed table="topologies" onText={onText} first={'components:\n  # the shop\n  - name: shop\n'} />)
  fireEvent.click(screen.getByRole('button', { name: 'Add below' }))
  fireEvent.change(screen.getByLabelText('Name *'), { target: { value: 'cart' } })
  fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'Service' } })
  expect(parse(written)).toEqual({ components: [{ name: 'shop', components: [{ name: 'cart', type: 'Service' }] }] })
  expect(written).toContain('# the shop')
  expect(screen.getByRole('button', { name: /^cart/ }).getAttribute('aria-current')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(parse(written)).toEqual({ components: [{ name: 'shop' }] })
})

test('a scraper says how long changes and items are kept, rule by rule [CAT-15,CAT-16]', () => {
  let written = ''
  const onText = (text: string) => {
    written = text
  }
  render(<Typed table="config_scrapers" onText={onText} first={'system:\n  - {}\n'} />)
  fireEvent.click(screen.getByText('Retention'))
  type('Keep items that are gone for', '12h')
  fireEvent.click(screen.getByRole('button', { name: 'Add a rule for changes' }))
  type('Changes kept 1: change type', 'diff')
  type('Changes kept 1: for', '30d')
  type('Changes kept 1: at most', '50')
  fireEvent.click(screen.getByRole('button', { name: 'Add a rule for items' }))
  type('Items kept 1: item type', 'Kubernetes::Pod')
  type('Items kept 1: since deleted', '1d')
  expect(parse(written)).toEqual({
    system: [{}],
    retention: {
      staleItemAge: '12h',
      changes: [{ name: 'diff', age: '30d', count: 50 }],
      types: [{ name: 'Kubernetes::Pod', deletedAge: '1d' }],
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Remove rule for changes 1' }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove rule for items 1' }))
  type('Keep items that are gone for', '')
  expect(parse(written)).toEqual({ system: [{}] })
})

test('what an account of AWS is asked for is switched on and off, and by nobody who may not write it', () => {
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
