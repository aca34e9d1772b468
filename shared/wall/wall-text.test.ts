import { describe, expect, test } from 'vitest'
import { defaultWallSettings, isViewAddress, lightAt, wallSettingsSchema } from '#shared/wall/wall-settings.ts'
import { parseWallText, formatWallText } from '#shared/wall/wall-text.ts'

describe('the text of wall settings', () => {
  test('contains all settings that differ from the default', () => {
    expect(formatWallText(defaultWallSettings)).toBe('55in 5m 30s:/view/health')
    expect(
      formatWallText({
        diagonalIn: 31.5,
        readerM: 3.5,
        light: 'by-hour',
        drifts: false,
        holdsOnTrouble: false,
        views: [
          { address: '/view/health', seconds: 30 },
          { address: '/incidents?status=open', seconds: 20 },
        ],
      }),
    ).toBe('31.5in 3.5m by-hour nodrift nohold 30s:/view/health 20s:/incidents?status=open')
  })

  test('is parsed as it was written', () => {
    const settings = {
      ...defaultWallSettings,
      light: 'light' as const,
      drifts: false,
      views: [{ address: '/view/topology/storefront-eu?a=b:c', seconds: 20 }],
    }
    expect(parseWallText(formatWallText(settings))).toEqual({ settings, unread: [] })
  })

  test('reports unknown words and keeps the defaults', () => {
    expect(
      parseWallText('  9in 55inch 0m nan 5m:/x 30s:health 30s://elsewhere 2.5s:/health 5m 5s:/view/health'),
    ).toEqual({
      settings: { ...defaultWallSettings, views: [{ address: '/view/health', seconds: 5 }] },
      unread: ['9in', '55inch', '0m', 'nan', '5m:/x', '30s:health', '30s://elsewhere', '2.5s:/health'],
    })
  })

  test('accepts at most twelve views', () => {
    const { settings, unread } = parseWallText('30s:/health '.repeat(14))
    expect([settings.views.length, unread.length]).toEqual([12, 2])
  })
})

test('a view is an address of this console only', () => {
  const addresses = ['/view/health', '/', '/a?b=c#d', '', 'health', '//evil.example', '/\\evil.example', '/a b', '/é']
  expect(addresses.filter(isViewAddress)).toEqual(['/view/health', '/', '/a?b=c#d'])
})

test('stored settings lose only invalid fields', () => {
  expect(wallSettingsSchema.parse({ diagonalIn: 'wide', readerM: 8, views: [], light: 'dim', drifts: false })).toEqual({
    ...defaultWallSettings,
    readerM: 8,
    drifts: false,
  })
})

test('a screen with light by hour is light from seven to nineteen', () => {
  const light = Array.from({ length: 24 }, (_, hour) => lightAt('by-hour', hour))
  expect(light.flatMap((shade, hour) => (shade === 'light' ? [hour] : []))).toEqual([
    7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
  ])
  expect([lightAt('dark', 12), lightAt('light', 0)]).toEqual(['dark', 'light'])
})
