export const modalSizes = ['very-small', 'small', 'medium', 'large', 'full'] as const
export type ModalSize = (typeof modalSizes)[number]

const breakpoints = [768, 1024, 1280, 1600] as const

const widths: Record<Exclude<ModalSize, 'full'>, readonly number[]> = {
  'very-small': [360, 360, 384, 400, 416],
  small: [440, 480, 520, 520, 560],
  medium: [560, 640, 690, 720, 760],
  large: [680, 720, 880, 992, 1120],
}

export const modalWidth = (size: ModalSize, windowWidth: number): number => {
  const room = windowWidth - 32
  if (size === 'full') return room
  const step = breakpoints.filter((breakpoint) => windowWidth >= breakpoint).length
  return Math.min(widths[size][step] ?? room, room)
}
