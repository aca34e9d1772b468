import { expect, test } from 'vitest'
import { generateAgentRoute, tokenByNameRoute } from './agent-routes.ts'

test('reads the token of a backend that names neither the agent nor an expiry', () => {
  const response = { id: '0195c0de-0106-7000-8000-000000000106', username: 'agent-2964eb37', access_token: 'token' }
  expect(generateAgentRoute.response.parse(response)).toEqual(response)
  expect(tokenByNameRoute.response.parse({ access_token: 'token' })).toEqual({ access_token: 'token' })
})
