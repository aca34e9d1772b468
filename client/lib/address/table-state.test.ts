import { describe, expect, test } from 'vitest'
import { readTableState, writeTableState, type TableState } from './table-state.ts'

const fallback = { pageSize: 50, sorting: null }
const written = (before: string, change: Partial<TableState>) => {
  const params = new URLSearchParams(before)
  writeTableState(params, change)
  return params.toString()
}

describe('table state', () => {
  test('is page index, page size and sorting, read from the address [UI-40]', () => {
    const params = new URLSearchParams('pageIndex=2&pageSize=100&sortBy=created_at&sortOrder=desc')
    expect(readTableState(params, fallback)).toEqual({
      pageIndex: 2,
      pageSize: 100,
      sorting: { id: 'created_at', desc: true },
    })
  })

  test('is the first page in the default order without parameters', () => {
    expect(readTableState(new URLSearchParams(), { pageSize: 50, sorting: { id: 'name', desc: false } })).toEqual({
      pageIndex: 0,
      pageSize: 50,
      sorting: { id: 'name', desc: false },
    })
  })

  test.each(['pageIndex=-1', 'pageIndex=x', 'pageIndex=1.5', 'pageSize=0', 'pageSize='])('ignores %s', (query) => {
    expect(readTableState(new URLSearchParams(query), fallback)).toEqual({ pageIndex: 0, ...fallback })
  })

  test('writes the order as asc and desc [UI-41]', () => {
    expect(written('', { sorting: { id: 'name', desc: false } })).toBe('sortBy=name&sortOrder=asc')
    expect(written('', { sorting: { id: 'name', desc: true } })).toBe('sortBy=name&sortOrder=desc')
  })

  test('returns to the first page on another size or order, and keeps other parameters', () => {
    expect(written('search=db&pageIndex=3', { pageSize: 100 })).toBe('search=db&pageSize=100')
    expect(written('search=db', { pageIndex: 3 })).toBe('search=db&pageIndex=3')
  })
})
