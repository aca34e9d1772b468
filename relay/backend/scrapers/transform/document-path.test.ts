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

test('removes the value at a path without changing the original document', () => {
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

test('a filter compares one field of each member', () => {
  const masked = (text: string) => changeAt(document, parsePath(text), () => '***')
  expect(masked(`$.spec.containers[?(@.name == "a")].env[?(@.name=='A')].value`)).toEqual({
    ...document,
    spec: { containers: [{ name: 'a', env: [{ name: 'A', value: '***' }] }, { name: 'b' }] },
  })
  expect(masked('$.spec.containers[?(@.name=="c")].env')).toBe(document)
  expect(masked('$..env[?(@.value==1)].name')).toMatchObject({ spec: { containers: [{ env: [{ name: '***' }] }, {}] } })
  expect(readDocumentPath('$.a[?(@.b>1)]')).toBeUndefined()
  expect(readDocumentPath('$.a[?(@.b)]')).toBeUndefined()
})

test('returns the same document for a path without a match', () => {
  expect(without('$.status.phase')).toBe(document)
  expect(without('$..nothing')).toBe(document)
})

test('replaces values at all matches', () => {
  expect(changeAt(document, parsePath('$..env[*].value'), () => '***')).toMatchObject({
    spec: { containers: [{ env: [{ name: 'A', value: '***' }] }, { name: 'b' }] },
  })
})

test('rejects filters, slices and more than two `..`', () => {
  for (const text of ['$.a[?(@.b)]', '$.a[1:2]', '$..a..b..c', '$', '', '$.a b'])
    expect(readDocumentPath(text)).toBeUndefined()
})
