import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { SpecForm } from './spec-form.tsx'

interface TypedProps {
  readonly first: string
  readonly onText: (text: string) => void
}

function Typed({ first, onText }: TypedProps) {
  const [text, setText] = useState(first)
  return (
    <SpecForm
      table="canaries"
      text={text}
      value={parse(text)}
      schema={undefined}
      issues={[]}
      tries={0}
      disabled={false}
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
