export interface LinkedLines {
  readonly from: number
  readonly to: number
}

const pattern = /^#L([1-9]\d{0,9})(?:-L?([1-9]\d{0,9}))?$/

export const readLineLink = (hash: string): LinkedLines | null => {
  const match = pattern.exec(hash)
  if (match === null) return null
  const [from, to] = [Number(match[1]), Number(match[2] ?? match[1])]
  return { from: Math.min(from, to), to: Math.max(from, to) }
}

export const writeLineLink = ({ from, to }: LinkedLines): string => (from === to ? `#L${from}` : `#L${from}-${to}`)
