import { expect, test } from 'vitest'
import { kubernetesSpec } from './kubernetes-spec.ts'
import { watchObjects } from './watch-objects.ts'

const pods = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', isNamespaced: true, canWatch: true }
const spec = kubernetesSpec.parse({ clusterName: 'test' })

test('reads the next object after the previous one is handled', async () => {
  const stopped = new AbortController()
  let read = 0
  const api = {
    async *watch() {
      for (const name of ['a', 'b', 'c']) {
        read += 1
        yield Promise.resolve({ type: 'MODIFIED', object: { metadata: { name, resourceVersion: '2' } } })
      }
    },
  }
  const readAtEnd: number[] = []
  const watching = watchObjects(
    api,
    spec,
    { signal: stopped.signal, positions: new Map([[JSON.stringify(pods), '1']]) },
    {
      onObject: async () => {
        await new Promise(setImmediate)
        readAtEnd.push(read)
        if (readAtEnd.length === 3) stopped.abort(new Error('stopped'))
      },
      onDenied: () => false,
    },
  )
  await expect(watching).rejects.toThrow('stopped')
  expect(readAtEnd).toEqual([1, 2, 3])
})
