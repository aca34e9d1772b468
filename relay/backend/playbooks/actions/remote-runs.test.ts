import { expect, test } from 'vitest'
import { readPlaybookSpec } from '#relay/backend/playbooks/spec/read-spec.ts'
import { toRequest } from './azure-devops-pipeline.ts'
import { findRepository, parseInputs } from './github.ts'

test.each([
  [{ repo: 'shop', username: 'acme' }, 'acme/shop'],
  [{ repo: 'acme/shop' }, 'acme/shop'],
  [{ repo: 'acme/shop', username: 'ada' }, 'acme/shop'],
  [{ repo: 'https://github.com/acme/shop.git' }, 'acme/shop'],
  [{ repo: 'git@github.com:acme/shop.git' }, 'acme/shop'],
  [{ repo: 'shop' }, undefined],
  [{ repo: 'acme/shop/../wiki' }, undefined],
  [{ repo: 'acme/shop?x' }, undefined],
])('finds the repository of %j', ({ repo, username }: { repo: string; username?: string }, repository) => {
  expect(findRepository(repo, username)).toBe(repository)
})

test.each([
  [undefined, {}],
  ['', {}],
  ['{"env":"prod","replicas":3}', { env: 'prod', replicas: '3' }],
  [
    { env: 'prod', dry: true },
    { env: 'prod', dry: 'true' },
  ],
  ['[1]', undefined],
  ['{"a":{}}', undefined],
  ['env=prod', undefined],
])('reads the inputs %j', (input, inputs) => {
  expect(parseInputs(input)).toEqual(inputs)
})

test.each([
  [undefined, {}],
  [{ env: 'prod' }, { templateParameters: { env: 'prod' } }],
  [{ variables: { a: { value: '1' } } }, { variables: { a: { value: '1' } } }],
  [{ variables: 'a', env: 'prod' }, { templateParameters: { variables: 'a', env: 'prod' } }],
])('sends the parameters %j', (parameters, request) => {
  expect(toRequest(parameters)).toEqual(request)
})

test.each([
  [
    { github: { repo: 'shop', workflows: [{ id: 1 }] } },
    'actions[0].github.username: required, because repo has no owner',
  ],
  [{ github: { repo: 'acme/shop', workflows: [] } }, 'actions[0].github.workflows: must have at least 1 entry.'],
  [
    { github: { repo: 'acme/shop/x', workflows: [{ id: 1 }] } },
    'actions[0].github.repo: must be owner/name, or a name with the owner in username',
  ],
  [
    { github: { repo: 'acme/shop', workflows: [{ id: 1 }, { id: 2, input: 'env=prod' }] } },
    'actions[0].github.workflows[1].input: must be a JSON object of values',
  ],
  [
    { azureDevopsPipeline: { project: 'p', pipeline: { id: 1 } } },
    'actions[0].azureDevopsPipeline.org: required without connection',
  ],
])('rejects %j', async (step, reason) => {
  const read = await readPlaybookSpec({ actions: [{ name: 'step', ...step }] })
  expect('error' in read ? read.error.reason : undefined).toBe(reason)
})
