import type { DiskWatch } from './disk-space.ts'

/** How much of what may be kept is kept, by time and by size. */
export interface RetentionShare {
  /** 1 while there is room, less while there is too little. */
  readonly current: () => number
  /** Tells when there is too little room, at once if that is so already, and each time that it gets worse. */
  readonly onTight: (listener: () => void) => () => void
}

const tightShare = 0.25

/** Everything is kept for as long as it may be. */
export const wholeRetention: RetentionShare = { current: () => 1, onTight: () => () => undefined }

/** A quarter while the disk has too little room. */
export const retentionByDisk = ({ state, onChange }: Pick<DiskWatch, 'state' | 'onChange'>): RetentionShare => {
  const isTight = (): boolean => state().level !== 'enough'
  return {
    current: () => (isTight() ? tightShare : 1),
    onTight: (listener) => {
      if (isTight()) listener()
      return onChange(() => {
        if (isTight()) listener()
      })
    },
  }
}
