import type { WallSettings } from '#shared/wall/wall-settings.ts'

/** A screen in its own pixels, as the browser counts them. */
export interface ScreenPixels {
  readonly width: number
  readonly height: number
}

type Viewing = Pick<WallSettings, 'diagonalIn' | 'readerM'>

const inchMm = 25.4
/** The least height of a capital letter that reads well enough, in minutes of arc (ISO 9241-3). */
export const leastMinutes = 16
/** The height of Inter's capitals, and the width of its average letter, in parts of the type size. */
const capHeight = 0.727
const letterWidth = 0.55
/** However small the screen for its distance, this many lines of the smallest text have room. */
const linesAtLeast = 6

/** Sizes on a wall, in units of its smallest text: what must be read, and the one sentence of the page. */
export const wallScale = { rest: 1, names: 1.375, headline: 2.2 } as const

const toRadians = (minutes: number) => (minutes / 60) * (Math.PI / 180)

/** The edges of a screen in millimetres, from its diagonal and the shape of its picture. */
export const screenMm = (diagonalIn: number, { width, height }: ScreenPixels): { width: number; height: number } => {
  const mmPerPixel = (diagonalIn * inchMm) / Math.hypot(width, height)
  return { width: width * mmPerPixel, height: height * mmPerPixel }
}

/**
 * The smallest type of a wall in pixels: its capitals are 16 minutes of arc high for the farthest reader. One pixel more
 * rather than less; on a screen that is far too small for its distance, as much as lets a few lines stand.
 */
export const smallestTextPx = ({ diagonalIn, readerM }: Viewing, screen: ScreenPixels): number => {
  const capMm = readerM * 1_000 * Math.tan(toRadians(leastMinutes))
  const pixels = (capMm / capHeight / screenMm(diagonalIn, screen).width) * screen.width
  return Math.max(1, Math.min(Math.ceil(pixels), Math.floor(screen.height / linesAtLeast)))
}

/** How high the capitals of a type size stand for somebody `readerM` metres away, in minutes of arc. */
export const minutesOfArc = (typePx: number, { diagonalIn, readerM }: Viewing, screen: ScreenPixels): number => {
  const capMm = ((typePx * capHeight) / screen.width) * screenMm(diagonalIn, screen).width
  return (Math.atan(capMm / (readerM * 1_000)) * 180 * 60) / Math.PI
}

/** How much of the smallest text a screen holds: lines, and letters of average width in one of them. */
export const roomFor = (smallestPx: number, { width, height }: ScreenPixels) => ({
  lines: Math.max(0, Math.floor(height / (smallestPx * 1.2) - 1)),
  characters: Math.max(0, Math.floor((width - 1.7 * smallestPx) / (letterWidth * smallestPx))),
})
