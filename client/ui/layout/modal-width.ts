export const modalSizes = ['very-small', 'small', 'medium', 'large', 'full'] as const
export type ModalSize = (typeof modalSizes)[number]

/** The window widths at which dialogs change theirs (ledger UI-17), in pixels. */
const breakpoints = [768, 1024, 1280, 1600] as const

/** Per size: the width below the first breakpoint, then from each breakpoint on. In pixels; `full` is a share of the window. */
const widths: Record<Exclude<ModalSize, 'full'>, readonly number[]> = {
  'very-small': [360, 360, 384, 400, 416],
  small: [440, 480, 520, 520, 560],
  medium: [560, 640, 690, 720, 760],
  large: [680, 720, 880, 992, 1120],
}

/** How wide a dialog of a size stands in a window, in pixels; it leaves 16 on either side of a narrow one. */
export const modalWidth = (size: ModalSize, windowWidth: number): number => {
  const room = windowWidth - 32
  if (size === 'full') return room
  const step = breakpoints.filter((breakpoint) => windowWidth >= breakpoint).length
  return Math.min(widths[size][step] ?? room, room)
}
