import { expect, test } from 'vitest'
import { mailAddress } from './mail-address.ts'

test('ignores case and surrounding blanks', () => {
  expect(mailAddress(' Ada@Example.Test\n')).toBe('ada@example.test')
})

test('a character that resembles an ASCII one makes a different address', () => {
  const kelvinSign = '\u212A'
  expect(kelvinSign.toLowerCase()).toBe('k')
  expect(mailAddress(`${kelvinSign}im@example.test`)).not.toBe('kim@example.test')
})
