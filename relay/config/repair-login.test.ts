import { expect, test } from 'vitest'
import { passwordsIn } from './passwords-in.ts'
import { encodeLogin, repairLogin } from './repair-login.ts'

test.each([
  ['redis://:a/b@host:6379/0', 'redis://:a%2Fb@host:6379/0'],
  ['mysql://ann:p#1?x@host/shop?tls=true', 'mysql://ann:p%231%3Fx@host/shop?tls=true'],
  ['postgres://ann:p@ss#w@host/shop', 'postgres://ann:p@ss#w@host/shop'],
  ['ntfy://ann:4r&%g5#g@ntfy.test/alerts', 'ntfy://ann:4r%26%25g5%23g@ntfy.test/alerts'],
  ['mongodb://ann:p%40s@one:1,two:2/shop', 'mongodb://ann:p%40s@one:1,two:2/shop'],
  ['http://host:8080/path@2', 'http://host:8080/path@2'],
  ['https://ann:p%23w@host/', 'https://ann:p%23w@host/'],
  ['host:5432', 'host:5432'],
])('repairs %s', (address, repaired) => {
  expect(repairLogin(address)).toBe(repaired)
})

test.each([
  ['mongodb://ann:100%x@host/', 'mongodb://ann:100%25x@host/'],
  ['mongodb://ann:p@ss@one:1,two:2/?w=1', 'mongodb://ann:p%40ss@one:1,two:2/?w=1'],
  ['mongodb://host/', 'mongodb://host/'],
])('encodes the login of %s', (address, encoded) => {
  expect(encodeLogin(address)).toBe(encoded)
})

test.each(['redis://:geheim/b@host:6379', 'http://ann:geheim#b@host/', 'mysql://ann:geheim?b@host/shop'])(
  'finds the password in %s',
  (address) => {
    const [span] = passwordsIn(address)
    expect(address.slice(span?.start, span?.end)).toMatch(/^geheim.b$/)
  },
)
