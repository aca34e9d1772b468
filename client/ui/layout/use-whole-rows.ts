import { useLayoutEffect, useState, type RefObject } from 'react'

const noteRem = 1.5
const roundingPx = 1

/** Null if all rows fit. Otherwise room for a note is left below them. A single row taller than the frame stays. */
export const countWholeRows = (
  ends: readonly number[],
  bottom: number,
  notePx: number,
  least: 0 | 1 = 1,
): number | null => {
  if (ends.every((end) => end <= bottom + roundingPx)) return null
  return Math.max(
    least,
    ends.findIndex((end) => end > bottom - notePx + roundingPx),
  )
}

/**
 * For a frame that is not scrolled, such as those of walls: hides the rows that its lower edge cuts. Returns the number
 * of rows that stay; null if all do. With `least` 0, hidden rows take no space.
 */
export const useWholeRows = (
  frame: RefObject<HTMLElement | null>,
  selector: string,
  isOn: boolean,
  least: 0 | 1 = 1,
): number | null => {
  const [whole, setWhole] = useState<number | null>(null)
  // After each render: rows that are replaced by others change no size.
  useLayoutEffect(() => {
    const box = frame.current
    if (box === null || !isOn) return undefined
    const measure = () => {
      const rows = [...box.querySelectorAll<HTMLElement>(selector)]
      for (const row of rows) row.style.display = ''
      const notePx = noteRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const ends = rows.map((row) => row.getBoundingClientRect().bottom)
      const count = countWholeRows(ends, box.getBoundingClientRect().bottom, notePx, least)
      for (const [index, row] of rows.entries()) {
        const isHidden = count !== null && index >= count
        if (least === 0) row.style.display = isHidden ? 'none' : ''
        else row.style.visibility = isHidden ? 'hidden' : ''
      }
      setWhole(count)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    for (const part of box.children) observer.observe(part)
    return () => observer.disconnect()
  })
  return isOn ? whole : null
}
