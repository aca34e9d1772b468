import type { WallSettings } from '#shared/wall/wall-settings.ts'

export interface ScreenPixels {
  readonly width: number
  readonly height: number
}

type Viewing = Pick<WallSettings, 'diagonalIn' | 'readerM'>

const inchMm = 25.4
export const leastMinutes = 16
const capHeight = 0.727
const letterWidth = 0.55
const linesAtLeast = 6

export const wallScale = { rest: 1, names: 1.375, headline: 2.2 } as const

const toRadians = (minutes: number) => (minutes / 60) * (Math.PI / 180)

export const screenMm = (diagonalIn: number, { width, height }: ScreenPixels): { width: number; height: number } => {
  const mmPerPixel = (diagonalIn * inchMm) / Math.hypot(width, height)
  return { width: width * mmPerPixel, height: height * mmPerPixel }
}

export const smallestTextPx = ({ diagonalIn, readerM }: Viewing, screen: ScreenPixels): number => {
  const capMm = readerM * 1_000 * Math.tan(toRadians(leastMinutes))
  const pixels = (capMm / capHeight / screenMm(diagonalIn, screen).width) * screen.width
  return Math.max(1, Math.min(Math.ceil(pixels), Math.floor(screen.height / linesAtLeast)))
}

export const minutesOfArc = (typePx: number, { diagonalIn, readerM }: Viewing, screen: ScreenPixels): number => {
  const capMm = ((typePx * capHeight) / screen.width) * screenMm(diagonalIn, screen).width
  return (Math.atan(capMm / (readerM * 1_000)) * 180 * 60) / Math.PI
}

export const roomFor = (smallestPx: number, { width, height }: ScreenPixels) => ({
  lines: Math.max(0, Math.floor(height / (smallestPx * 1.2) - 1)),
  characters: Math.max(0, Math.floor((width - 1.7 * smallestPx) / (letterWidth * smallestPx))),
})
