import { expect, test } from 'vitest'
import { createResourceList } from './api-resources.ts'

test('lists the resources once, and again after a failure', async () => {
  const paths: string[] = []
  const api = {
    json: (path: string) => {
      paths.push(path)
      if (paths.length === 1) return Promise.reject(new Error('connection lost'))
      return Promise.resolve(
        path === '/apis'
          ? { groups: [] }
          : { resources: [{ name: 'pods', kind: 'Pod', namespaced: true, verbs: ['list'] }] },
      )
    },
  }
  const list = createResourceList(api, new AbortController().signal)
  await expect(list()).rejects.toThrow('connection lost')
  const pods = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', isNamespaced: true, canWatch: false }
  expect(await list()).toEqual([pods])
  expect(await list()).toEqual([pods])
  expect(paths).toEqual(['/apis', '/apis', '/api/v1'])
})
