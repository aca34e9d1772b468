import { expect, test } from 'vitest'
import { azureSpec } from './azure-spec.ts'

test.each(['endpoint', 'authority'])('sends credentials only over TLS: %s', (field) => {
  const read = azureSpec.safeParse({ subscriptionID: 'one', [field]: 'http://arm.test' })
  expect(read.error?.issues).toMatchObject([{ path: [field], message: 'must be an https:// address' }])
})
