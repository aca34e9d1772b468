import { expect, test } from 'vitest'
import { mailAddress } from './mail-address.ts'

test('an address is the same in any case of letters, and with blanks around it', () => {
  expect(mailAddress(' Ada@Example.Test\n')).toBe('ada@example.test')
})

test('a letter that only looks like one of ASCII makes another address', () => {
  const kelvinSign = '\u212A'
  expect(kelvinSign.toLowerCase()).toBe('k')
  expect(mailAddress(`${kelvinSign}im@example.test`)).not.toBe('kim@example.test')
})
