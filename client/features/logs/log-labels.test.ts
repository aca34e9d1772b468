import { expect, test } from 'vitest'
import { readLabels } from './log-labels.ts'

test('labels are read as they are written, and what is none is left', () => {
  expect(readLabels(' app = shop,query=a=b, , =x, env')).toEqual({ app: 'shop', query: 'a=b' })
})
