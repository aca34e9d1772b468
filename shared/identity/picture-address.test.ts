import { expect, test } from 'vitest'
import { isOwnPicture } from './picture-address.ts'

test.each(['data:image/png;base64,AAAA', '/avatars/1.png'])('the picture %s may be loaded', (address) => {
  expect([isOwnPicture(address, false), isOwnPicture(address, true)]).toEqual([true, true])
})

test.each([
  'https://tracker.example/1.png',
  '//tracker.example/1.png',
  'http://img.clerk.com/1.png',
  'https://img.clerk.com.tracker.example/1.png',
  'data:text/html,x',
  'javascript:x',
  '',
])('the picture %j is blocked', (address) => {
  expect([isOwnPicture(address, false), isOwnPicture(address, true)]).toEqual([false, false])
})

test('pictures of the hosted provider load only in hosted mode', () => {
  const address = 'https://img.clerk.com/abc'
  expect([isOwnPicture(address, false), isOwnPicture(address, true)]).toEqual([false, true])
})
