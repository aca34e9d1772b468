import { expect, test } from 'vitest'
import { readLabels } from './logs-page.tsx'

test('reads name=value labels and ignores everything else', () => {
  expect(readLabels(' app = shop,query=a=b, , =x, env')).toEqual({ app: 'shop', query: 'a=b' })
})
