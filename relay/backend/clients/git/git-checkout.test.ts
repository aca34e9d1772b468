import { expect, test } from 'vitest'
import { checkoutSchema } from './git-checkout.ts'

test.each([
  [
    { url: 'github.com/acme/shop', depth: '1' },
    { url: 'https://github.com/acme/shop', depth: 1 },
  ],
  [{ url: 'git::https://git.example.test/shop.git' }, { url: 'https://git.example.test/shop.git' }],
  [
    { url: '/srv/shop', branch: 'release/1.0', destination: 'shop' },
    { branch: 'release/1.0', destination: 'shop' },
  ],
  [{ url: 'git@github.com:acme/shop.git' }, { url: 'git@github.com:acme/shop.git' }],
  [{ url: 'git::ssh://git@git.example.test/shop' }, { url: 'ssh://git@git.example.test/shop' }],
  [{ connection: 'connection://git' }, { connection: 'connection://git' }],
])('reads the checkout %j', (checkout, expected) => {
  expect(checkoutSchema.parse(checkout)).toMatchObject(expected)
})

test.each([
  [{}, 'url'],
  [{ url: 'ext::sh -c id' }, 'url'],
  [{ url: '/srv/shop', branch: '--upload-pack=id' }, 'branch'],
  [{ url: '/srv/shop', destination: '../shop' }, 'destination'],
  [{ url: 'git://git.example.test/shop.git' }, 'url'],
])('rejects the checkout %j', (checkout, field) => {
  expect(checkoutSchema.safeParse(checkout).error?.issues.map(({ path }) => path[0])).toEqual([field])
})
