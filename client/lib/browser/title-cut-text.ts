const titled = new WeakSet<Element>()
const roundingPx = 1
const deepest = 4
const titleLengthMax = 1_000

const isCut = (element: HTMLElement): boolean => {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element)
  if (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + roundingPx) return true
  return webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + roundingPx
}

/** Text that the layout cuts gets a tooltip with the whole of it, unless a part of it has its own. */
const titleCutText = ({ target }: Event): void => {
  let element = target instanceof HTMLElement ? target : null
  for (let depth = 0; depth < deepest && element !== null; depth += 1, element = element.parentElement) {
    if (titled.has(element)) {
      element.removeAttribute('title')
      titled.delete(element)
    }
    if (element.title !== '') return
    if (!isCut(element)) continue
    if (element.querySelector('[title]') !== null) return
    element.title = element.textContent.trim().slice(0, titleLengthMax)
    titled.add(element)
    return
  }
}

export const watchCutText = (): void => document.addEventListener('pointerover', titleCutText, { passive: true })
