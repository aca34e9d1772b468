import { expect, test } from 'vitest'
import { readLabels } from './log-labels.ts'

test('reads name=value labels and ignores everything else', () => {
  expect(readLabels(' app = shop,query=a=b, , =x, env')).toEqual({ app: 'shop', query: 'a=b' })
})
