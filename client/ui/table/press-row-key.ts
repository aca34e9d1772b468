const targets: Readonly<Record<string, (row: HTMLTableRowElement) => Element | null | undefined>> = {
  ArrowDown: (row) => row.nextElementSibling,
  ArrowUp: (row) => row.previousElementSibling,
  Home: (row) => row.parentElement?.firstElementChild,
  End: (row) => row.parentElement?.lastElementChild,
}

/** On a focused row. Enter opens it or follows its first link, Space selects it. */
export const pressRowKey = (event: React.KeyboardEvent): void => {
  const { target: row, key } = event
  if (!(row instanceof HTMLTableRowElement) || event.ctrlKey || event.metaKey || event.altKey) return
  if (key === 'Enter') {
    const link = row.dataset['clickable'] === undefined ? row.querySelector<HTMLElement>('a, button') : row
    event.preventDefault()
    link?.click()
    return
  }
  if (key === ' ') {
    const box = row.querySelector<HTMLElement>('.bulk-box')
    if (box !== null) event.preventDefault()
    box?.click()
    return
  }
  const next = targets[key]?.(row)
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}
