import { expect, test } from 'vitest'
import { parsePastedDocuments } from './pasted-documents.ts'

const pasted = `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata:
  name: shop
  namespace: web
  labels: { team: web }
spec:
  # often
  schedule: '@every 30s'
  http:
    - name: home # the front page
      url: https://shop.example/
---
kind: Playbook
metadata: { name: roll }
spec: { actions: [{ name: a, exec: { script: date } }] }
---
kind: Pod
spec: {}
`

test('reads whole documents of a file, with the text of each spec as it was written', () => {
  const documents = parsePastedDocuments(pasted)
  expect(documents.map(({ kind, table, name, namespace, labels }) => [kind, table, name, namespace, labels])).toEqual([
    ['Canary', 'canaries', 'shop', 'web', { team: 'web' }],
    ['Playbook', 'playbooks', 'roll', '', {}],
    ['Pod', null, '', '', {}],
  ])
  expect(documents[0]?.specText).toBe(
    "# often\nschedule: '@every 30s'\nhttp:\n  - name: home # the front page\n    url: https://shop.example/\n",
  )
  expect(documents[1]?.specText).toContain('script: date')
})

test('any other text is not a document', () => {
  expect(parsePastedDocuments("schedule: '@every 30s'\nkind: x\n")).toEqual([])
  expect(parsePastedDocuments('kind: Canary\nspec: [')).toEqual([])
  expect(parsePastedDocuments('date\n')).toEqual([])
})
