import { describe, expect, test } from 'vitest'
import { minutesOfArc, roomFor, screenMm, smallestTextPx, wallScale } from '#shared/wall/type-size.ts'

const screen = { width: 1_920, height: 1_080 }
const viewing = { diagonalIn: 55, readerM: 5 }

describe('text on a wall', () => {
  test('has the size of the formula on 55 inches from five metres', () => {
    const { width, height } = screenMm(55, screen)
    expect([Math.round(width), Math.round(height)]).toEqual([1_218, 685])
    expect(smallestTextPx(viewing, screen)).toBe(51)
    expect(roomFor(51, screen)).toEqual({ lines: 16, characters: 65 })
  })

  test('covers the same share of a screen with more pixels', () => {
    expect(smallestTextPx(viewing, { width: 3_840, height: 2_160 })).toBe(101)
  })

  test.each([screen, { width: 1_080, height: 1_920 }, { width: 2_560, height: 1_080 }])(
    'is never smaller than 16 minutes of arc on $width × $height',
    (shape) => {
      const seen = [27, 43, 55, 86].flatMap((diagonalIn) =>
        [2, 3.5, 5].map((readerM) => {
          const viewing = { diagonalIn, readerM }
          return minutesOfArc(smallestTextPx(viewing, shape), viewing, shape)
        }),
      )
      expect(Math.min(...seen)).toBeGreaterThanOrEqual(16)
    },
  )

  test('has the expected minutes of arc for nearer and farther readers', () => {
    const seen = [wallScale.headline, wallScale.names, wallScale.rest].map((times) =>
      [4, 5, 6].map((readerM) => Math.round(minutesOfArc(times * 51, { ...viewing, readerM }, screen))),
    )
    expect(seen).toEqual([
      [44, 36, 30],
      [28, 22, 19],
      [20, 16, 13],
    ])
  })

  test('leaves a few lines on a screen that is far too small for its distance', () => {
    expect(smallestTextPx({ diagonalIn: 10, readerM: 30 }, screen)).toBe(180)
  })
})
