import { expect, test } from 'vitest'
import { withoutLogin } from './url-login.ts'

test.each([
  ['http://ann:p%40ss%25@host/', { username: 'ann', password: 'p@ss%' }],
  ['http://ann:100%@host/', { username: 'ann', password: '100%' }],
  ['http://a%40b:50%%20off%sale@host/', { username: 'a@b', password: '50% off%sale' }],
  ['http://ann:%ff@host/', { username: 'ann', password: '%ff' }],
])('decodes the login of %s', (address, login) => {
  expect(withoutLogin(address)).toEqual({ url: 'http://host/', login })
})
