import { expect, test } from 'vitest'
import { changeAt, readDocumentPath } from './document-path.ts'

const parsePath = (text: string) => {
  const path = readDocumentPath(text)
  if (path === undefined) throw new Error(text)
  return path
}
const document = {
  metadata: { name: 'web', generateName: 'web-', labels: { 'app.kubernetes.io/name': 'web' } },
  spec: { containers: [{ name: 'a', env: [{ name: 'A', value: '1' }] }, { name: 'b' }] },
}
const without = (text: string) => changeAt(document, parsePath(text), () => undefined)

test('what stands at a path is taken away, and the document it was in stays as it is', () => {
  expect(without('.metadata.generateName')).toEqual({
    ...document,
    metadata: { name: 'web', labels: document.metadata.labels },
  })
  expect(without("$.metadata.labels['app.kubernetes.io/name']")).toMatchObject({ metadata: { labels: {} } })
  expect(without('$.spec.containers[0]')).toMatchObject({ spec: { containers: [{ name: 'b' }] } })
  expect(without('$.spec.containers[*].name')).toMatchObject({ spec: { containers: [{ env: [{ name: 'A' }] }, {}] } })
  expect(without('$..name')).toEqual({
    metadata: { generateName: 'web-', labels: document.metadata.labels },
    spec: { containers: [{ env: [{ value: '1' }] }, {}] },
  })
  expect(document.metadata.generateName).toBe('web-')
})

test('a path that leads nowhere leaves the very same document', () => {
  expect(without('$.status.phase')).toBe(document)
  expect(without('$..nothing')).toBe(document)
})

test('values are replaced wherever they stand', () => {
  expect(changeAt(document, parsePath('$..env[*].value'), () => '***')).toMatchObject({
    spec: { containers: [{ env: [{ name: 'A', value: '***' }] }, { name: 'b' }] },
  })
})

test('filters, slices and more than two deep looks are no paths', () => {
  for (const text of ['$.a[?(@.b)]', '$.a[1:2]', '$..a..b..c', '$', '', '$.a b'])
    expect(readDocumentPath(text)).toBeUndefined()
})
