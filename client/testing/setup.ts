import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'

configure({ asyncUtilTimeout: 20_000 })

beforeEach(() => {
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

afterEach(cleanup)
