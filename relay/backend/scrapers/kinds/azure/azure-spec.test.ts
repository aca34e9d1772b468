import { expect, test } from 'vitest'
import { azureSpec } from './azure-spec.ts'

test.each(['endpoint', 'authority'])('what signs in is sent by TLS alone: %s', (field) => {
  const read = azureSpec.safeParse({ subscriptionID: 'one', [field]: 'http://arm.test' })
  expect(read.error?.issues).toMatchObject([{ path: [field], message: 'must be an https:// address' }])
})
