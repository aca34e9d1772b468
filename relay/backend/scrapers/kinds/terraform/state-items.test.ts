import { expect, test } from 'vitest'
import { parseStateItems } from './state-items.ts'

const where = { source: '/srv/prod.tfstate', name: 'prod' }
const state = (more: object = {}) => ({
  version: 4,
  terraform_version: '1.9.5',
  serial: 7,
  lineage: 'l1',
  outputs: { address: { value: '10.0.0.1' }, login: { value: 'KEPT-1', sensitive: true } },
  resources: [
    { mode: 'data', type: 'aws_ami', name: 'linux', instances: [{ attributes: { id: 'ami-1' } }] },
    {
      mode: 'managed',
      type: 'aws_vpc',
      name: 'main',
      provider: 'provider["registry.terraform.io/hashicorp/aws"]',
      instances: [{ attributes: { id: 'vpc-1', arn: 'arn:aws:ec2:eu-west-1:1:vpc/vpc-1' } }],
    },
    {
      module: 'module.db',
      mode: 'managed',
      type: 'aws_db_instance',
      name: 'orders',
      instances: [
        {
          index_key: 0,
          status: 'tainted',
          private: 'KEPT-2',
          attributes: {
            password: 'KEPT-3',
            settings: [{ token: 'a', motto: 'KEPT-4' }, { motto: 'open' }],
            tags: { owner: 'KEPT-5' },
            endpoint: 'db:5432',
          },
          sensitive_attributes: [
            [
              { type: 'get_attr', value: 'settings' },
              { type: 'index', value: { value: 0, type: 'number' } },
              { type: 'get_attr', value: 'motto' },
            ],
            [{ type: 'get_attr', value: 'tags' }, { type: 'somehow' }],
          ],
          dependencies: ['aws_vpc.main', 'data.aws_ami.linux'],
        },
      ],
    },
    {
      mode: 'managed',
      type: 'random_password',
      name: 'db',
      instances: [{ attributes: { result: 'KEPT-6', length: 20 } }],
    },
  ],
  ...more,
})

test('a state and its resources are items, each a child of the state with its dependencies', () => {
  const [whole, vpc, database] = parseStateItems(state(), where)
  expect(whole).toMatchObject({
    config: { serial: 7, resources: 3, outputs: { address: '10.0.0.1', login: '***' } },
    known: { id: 'l1', name: 'prod', type: 'Terraform::State' },
  })
  expect(vpc).toMatchObject({
    config: { address: 'aws_vpc.main', provider: 'hashicorp/aws' },
    known: {
      id: 'l1/aws_vpc.main',
      type: 'Terraform::aws_vpc',
      health: null,
      tags: { provider: 'hashicorp/aws' },
      links: [
        { kind: 'parent', to: { type: 'Terraform::State', id: 'l1' } },
        { kind: 'related', relation: 'Manages', to: { id: 'arn:aws:ec2:eu-west-1:1:vpc/vpc-1' } },
      ],
    },
  })
  expect(database).toMatchObject({
    known: {
      name: 'module.db.aws_db_instance.orders[0]',
      status: 'tainted',
      health: 'warning',
      tags: { module: 'module.db' },
      links: [{ kind: 'parent' }, { kind: 'related', relation: 'DependsOn', to: { id: 'l1/aws_vpc.main' } }],
    },
  })
})

test('stores no sensitive values: marked, by type, by name, or private to the provider', () => {
  const items = parseStateItems(state(), where)
  expect(JSON.stringify(items)).not.toContain('KEPT-')
  expect(items[2]).toMatchObject({
    config: { attributes: { endpoint: 'db:5432', settings: [{ motto: '***' }, { motto: 'open' }], tags: '***' } },
  })
  expect(items[3]).toMatchObject({ config: { attributes: { result: '***', length: 20 } } })
})

const read = (document: unknown) => parseStateItems(document, where)

test('rejects other documents and older versions, and accepts a state without resources', () => {
  expect(read({ version: 3, modules: [] })).toEqual([
    {
      kind: 'error',
      reason: expect.stringMatching(/^prod is not a Terraform state of version 4 \(version is invalid\)\./),
    },
  ])
  expect(read('text')).toMatchObject([{ kind: 'error' }])
  expect(read(state({ resources: null, outputs: null }))).toMatchObject([{ kind: 'item', known: { id: 'l1' } }])
})
