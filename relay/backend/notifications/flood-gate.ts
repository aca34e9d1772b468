/** What was held back by the end of a window. */
export interface Held<Subject> {
  readonly count: number
  /** The first of them. */
  readonly subjects: readonly Subject[]
}

interface Window<Subject> {
  startedMs: number
  passed: number
  count: number
  subjects: Subject[]
  timer: NodeJS.Timeout | undefined
}

interface FloodGateOptions<Subject> {
  /** So many of one key pass in a window. */
  readonly most: number
  readonly windowMs: number
  /** So many of those that were held back are kept. */
  readonly namedMost: number
  /** Told at the end of a window in which some were held back. */
  readonly onHeld: (key: string, held: Held<Subject>) => void
}

/** Lets so many of one kind through in a time, and tells at its end of all the others at once. */
export const createFloodGate = <Subject>({ most, windowMs, namedMost, onHeld }: FloodGateOptions<Subject>) => {
  const windows = new Map<string, Window<Subject>>()
  const close = (key: string, window: Window<Subject>) => {
    windows.delete(key)
    clearTimeout(window.timer)
    if (window.count > 0) onHeld(key, { count: window.count, subjects: window.subjects })
  }
  const open = (key: string): Window<Subject> => {
    const window: Window<Subject> = { startedMs: Date.now(), passed: 0, count: 0, subjects: [], timer: undefined }
    window.timer = setTimeout(() => close(key, window), windowMs)
    windows.set(key, window)
    return window
  }
  return {
    /** Whether this one passes; otherwise it is counted, and named as long as there is room. */
    admit: (key: string, subject: Subject): boolean => {
      const window = windows.get(key) ?? open(key)
      if (window.passed < most) {
        window.passed += 1
        return true
      }
      window.count += 1
      if (window.subjects.length < namedMost) window.subjects.push(subject)
      return false
    },
    /** Ends all windows at once, and tells of what they held back. */
    stop: () => {
      for (const [key, window] of windows) close(key, window)
    },
  }
}
