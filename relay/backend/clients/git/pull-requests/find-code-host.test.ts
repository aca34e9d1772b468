import { expect, test } from 'vitest'
import { readAzureRepository } from './azure-pull-requests.ts'
import { findCodeHost } from './find-code-host.ts'

test.each([
  ['https://github.com/acme/shop.git', undefined, true],
  ['https://github.com/acme/shop/', 'git', true],
  ['git@github.com:acme/shop.git', undefined, true],
  ['ssh://git@github.com:22/acme/shop.git', undefined, true],
  ['https://git.acme.test/acme/shop', undefined, false],
  ['https://git.acme.test/acme/shop', 'github', true],
  ['https://git.acme.test/acme', 'github', false],
  ['https://gitlab.com/acme/web/shop.git', undefined, true],
  ['https://git.acme.test/acme/web/shop', 'gitlab', true],
  ['https://dev.azure.com/acme/store/_git/shop', undefined, true],
  ['git@ssh.dev.azure.com:v3/acme/store/shop', undefined, true],
  ['https://git.acme.test/acme/store/_git/shop', undefined, false],
  ['https://git.acme.test/acme/store/_git/shop', 'azureDevops', true],
  ['https://git.acme.test/acme/shop', 'bitbucket', false],
  ['/srv/shop', 'github', false],
])('%s of type %s has pull requests: %s', (source, type, expected) => {
  expect(findCodeHost(source, type) !== undefined).toBe(expected)
})

const shop = { url: 'https://dev.azure.com', organization: 'acme', project: 'web store', repository: 'shop' }
test.each([
  ['https://dev.azure.com/acme/web%20store/_git/shop', shop],
  ['https://dev.azure.com/acme/_git/shop', { ...shop, project: 'shop' }],
  ['https://acme.visualstudio.com/DefaultCollection/web%20store/_git/shop', shop],
  ['https://acme.visualstudio.com/_git/shop', { ...shop, project: 'shop' }],
  ['https://ssh.dev.azure.com/v3/acme/web%20store/shop', shop],
  ['https://tfs.acme.test/acme/web%20store/_git/shop', { ...shop, url: 'https://tfs.acme.test' }],
  ['https://tfs.acme.test/tfs/acme/web%20store/_git/shop', { ...shop, url: 'https://tfs.acme.test/tfs' }],
  ['https://dev.azure.com/acme/web%20store/_git/', undefined],
  ['https://dev.azure.com/acme/a/b/_git/shop', undefined],
  ['https://tfs.acme.test/_git/shop', undefined],
])('reads the Azure DevOps repository %s', (address, expected) => {
  expect(readAzureRepository(new URL(address), true)).toEqual(expected)
})
