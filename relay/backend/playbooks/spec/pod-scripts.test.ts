import { expect, test } from 'vitest'
import { playbookSpecSchema } from '#shared/playbooks/playbook-spec.ts'
import { joinPodScripts, separatePodScripts } from './pod-scripts.ts'
import { readPlaybookSpec } from './read-spec.ts'

const pod = (container: object) => ({
  actions: [{ name: 'step', pod: { name: 'tool', spec: { containers: [{ name: 'a', ...container }] } } }],
})
const separated = (container: object) => {
  const [action] = playbookSpecSchema.parse(pod(container)).actions
  return action === undefined ? undefined : separatePodScripts(action).pod?.spec.containers[0]
}

test.each([
  [{ command: ['sh', '-c', 'ls'] }, { command: ['sh', '-c', { script: 'ls' }] }],
  [
    { command: ['/bin/bash', '-ec'], args: ['ls', 'x'] },
    { command: ['/bin/bash', '-ec'], args: [{ script: 'ls' }, 'x'] },
  ],
  [{ command: ['python', '-c', 'print()'] }, { command: ['python', '-c', { code: 'print()' }] }],
  [{ command: ['kubectl', 'get', 'pods'] }, { command: ['kubectl', 'get', 'pods'] }],
  [{ args: ['-c', 'ls'] }, { args: ['-c', 'ls'] }],
])('separates the program of %j', (container, expected) => {
  expect(separated(container)).toEqual({ name: 'a', ...expected })
})

test('joins the programs again, and adds their values to the variables of the container', () => {
  const spec = {
    containers: [{ env: [{ name: 'A', value: 'a' }], command: ['sh', '-c', { script: 'echo "$QD_X"' }] }],
    initContainers: [{ args: ['x'] }],
  }
  const variable = { name: 'QD_X', value: 'x' }
  expect(joinPodScripts({ spec }, { QD_X: 'x' })).toEqual({
    spec: {
      containers: [{ env: [{ name: 'A', value: 'a' }, variable], command: ['sh', '-c', 'echo "$QD_X"'] }],
      initContainers: [{ args: ['x'], env: [variable] }],
    },
  })
})

test.each([
  [{ command: ['sh', '-c', 'eval {{.params.x}}'] }, /eval reads its arguments as a program/],
  [{ command: ['node', '-e', 'x = {{.params.x}}'] }, /must be a literal without templates: use env of the container/],
])('rejects values that would be code in %j', async (container, reason) => {
  const read = await readPlaybookSpec(pod(container))
  expect('error' in read ? read.error.reason : '').toMatch(reason)
})
