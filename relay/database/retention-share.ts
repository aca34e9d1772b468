import type { DiskWatch } from './disk-space.ts'

export interface RetentionShare {
  readonly current: () => number
  readonly onTight: (listener: () => void) => () => void
}

const tightShare = 0.25

export const wholeRetention: RetentionShare = { current: () => 1, onTight: () => () => undefined }

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
