import { expect, test } from 'vitest'
import { parseWallText } from '#shared/wall/wall-text.ts'
import { findWallParam, toPhoneAddress, withoutWall, withWall } from './wall-address.ts'

test('a page is a wall with ?wall, and always below /view/', () => {
  const addresses = [
    '/incidents',
    '/incidents?status=open',
    '/incidents?wall',
    '/incidents?wall=',
    '/view/health',
    '/view/topology/1',
    '/wall/ops',
  ]
  const walls = addresses.map((address) => {
    const { pathname, search } = new URL(address, 'http://console')
    return findWallParam(pathname, search)
  })
  expect(walls).toEqual([null, null, '', '', '', '', ''])
  expect(findWallParam('/health', '?wall=55in+5m+30s:/view/health')).toBe('55in 5m 30s:/view/health')
})

test('the address of a wall contains its settings and keeps its other parameters', () => {
  expect(withWall('/view/health', '')).toBe('/view/health?wall')
  expect(withWall('/incidents?status=open#top', '')).toBe('/incidents?status=open&wall#top')
  expect(withWall('/health?wall=old&query=a%26b', '55in 5m')).toBe('/view/health?query=a%26b&wall=55in+5m')
})

test('settings survive a round trip through an address, queries of views included', () => {
  const settings = '31.5in 3m by-hour 30s:/view/health?labels={"env=a":1} 20s:/incidents?status=open&a=b#c'
  const { pathname, search, hash } = new URL(withWall('/view/health', settings), 'http://console')
  expect([pathname, hash, findWallParam(pathname, search)]).toEqual(['/view/health', '', settings])
  expect(parseWallText(settings).unread).toEqual([])
})

test('an address without its wall parameter is the view it shows', () => {
  expect(
    ['/view/health?wall', '/health?wall=55in', '/incidents?a=1&wall=5m&b=2', '/walls?wallet=1'].map(withoutWall),
  ).toEqual(['/view/health', '/view/health', '/incidents?a=1&b=2', '/walls?wallet=1'])
})

test('a phone opens the page that the wall shows, with its filters', () => {
  expect(
    ['/view/health?labels=a&wall=5m+wall:ops', '/incidents?status=open&wall', '/view/topology/1'].map(toPhoneAddress),
  ).toEqual(['/health?labels=a', '/incidents?status=open', '/view/topology/1'])
})
