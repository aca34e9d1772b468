import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { relativeRange } from '#shared/time-range/time-range.ts'
import { setPreferences, usePreferences } from '#client/lib/browser/preferences.ts'
import { useQueryState } from './query-state.ts'
import { useTableState } from './table-state.ts'
import { useTimeRange } from '#client/lib/time/use-time-range.ts'

const at = (query: string) => window.history.replaceState(null, '', `/jobs${query}`)
const query = () => window.location.search

beforeEach(() => {
  setPreferences({ pageSize: 50, timeZone: 'UTC' })
})

test('reads a parameter of the address, replaces it in place and removes its default [API-34]', () => {
  at('?search=db')
  const { result } = renderHook(() => useQueryState('showHiddenComponents', 'no'))
  expect(result.current[0]).toBe('no')
  act(() => result.current[1]('yes'))
  expect([result.current[0], query()]).toEqual(['yes', '?search=db&showHiddenComponents=yes'])
  act(() => result.current[1]('no'))
  expect([result.current[0], query()]).toEqual(['no', '?search=db'])
})

test('keeps page, size and order of a table in the address [UI-40,API-34]', () => {
  at('')
  const { result } = renderHook(() => useTableState())
  act(() => result.current[1]({ sorting: { id: 'created_at', desc: true } }))
  act(() => result.current[1]({ pageSize: 100 }))
  act(() => result.current[1]({ pageIndex: 2 }))
  expect(query()).toBe('?sortBy=created_at&sortOrder=desc&pageSize=100&pageIndex=2')
  expect(result.current[0]).toEqual({ pageIndex: 2, pageSize: 100, sorting: { id: 'created_at', desc: true } })
})

test('uses the preferred page size for tables, 50 by default [UI-36]', () => {
  at('')
  const { result } = renderHook(() => useTableState())
  expect(result.current[0].pageSize).toBe(50)
  act(() => {
    setPreferences({ pageSize: 150 })
  })
  expect(result.current[0].pageSize).toBe(150)
})

test('keeps one range at a time in the address and can clear it [UI-22,UI-23,UI-24,UI-25,API-34]', () => {
  at('?search=db')
  const { result } = renderHook(() => useTimeRange())
  expect([result.current.range.display, result.current.chosen]).toEqual(['1h', false])
  act(() => result.current.setRange(relativeRange('now-6h')))
  expect(query()).toBe('?search=db&range=now-6h')
  act(() => result.current.setRange({ type: 'mapped', display: 'Yesterday' }))
  expect([query(), result.current.chosen]).toEqual(['?search=db&timeRange=Yesterday', true])
  act(() => result.current.clearRange())
  expect(query()).toBe('?search=db')
})

test('logs an unreadable range in the browser’s console [UI-28,UI-29,UI-30]', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  at('?timeRange=Some%20day')
  const { result } = renderHook(() => useTimeRange())
  expect(() => result.current.resolve()).toThrow('Invalid mapped time range')
  act(() => result.current.setRange(relativeRange('now-x')))
  result.current.resolve()
  expect(warned.mock.calls).toEqual([['Invalid mapped time range'], ['Invalid relative time range']])
})

test('only the unreadable preference falls back', async () => {
  const stored = { state: { dateFormat: 'roman', pageSize: 100, theme: 'light', topologyCardWidth: 9_000 }, version: 0 }
  localStorage.setItem('quarterdeck.preferences', JSON.stringify(stored))
  await usePreferences.persist.rehydrate()
  const { dateFormat, pageSize, theme, topologyCardWidth } = usePreferences.getState()
  expect({ dateFormat, pageSize, theme, topologyCardWidth }).toEqual({
    dateFormat: 'short',
    pageSize: 100,
    theme: 'light',
    topologyCardWidth: 364,
  })
})
