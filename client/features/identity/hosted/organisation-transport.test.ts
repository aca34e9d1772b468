import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { request } from '#client/api/request.ts'
import { setAuthTransport } from '#client/api/auth-transport.ts'
import { organisationTransport, organisationToken, readDirectMode } from './organisation-transport.ts'

const makeToken = (claims: object) => `h.${btoa(JSON.stringify({ iat: 100, exp: 160, ...claims }))}.s`
const token = makeToken({ org_id: 'org_n' })

const begin = (publicMetadata: Record<string, unknown>, issued: string | null = token) => {
  const getToken = vi.fn<() => Promise<string | null>>(async () => issued)
  const onOtherOrganisation = vi.fn<() => void>()
  const options = { organisation: { id: 'org_n', publicMetadata }, session: () => ({ getToken }), onOtherOrganisation }
  return { options, getToken, onOtherOrganisation }
}

const sendRequest = async (publicMetadata: Record<string, unknown>, path: string) => {
  const { options, getToken } = begin(publicMetadata)
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () => new Response('{}'))
  vi.stubGlobal('fetch', fetched)
  setAuthTransport(organisationTransport(options))
  await request(path, { query: { a: 1 }, schema: z.unknown() })
  const [url, init] = fetched.mock.calls[0] ?? []
  return { url, authorization: new Headers(init?.headers).get('authorization'), template: getToken.mock.calls[0] }
}

afterEach(() => setAuthTransport({ token: async () => null, toUrl: (path) => path }))

describe('requests of hosted mode', () => {
  const backendUrl = 'https://n.backends.example.org/base/'

  test.each([true, 'true'])(
    "go to the organisation's address with a token of the template 'Backend' when direct is %j [AUTH-02,AUTH-10,AUTH-11]",
    async (direct) => {
      expect(await sendRequest({ backend_url: backendUrl, direct }, '/api/db/people')).toEqual({
        url: 'https://n.backends.example.org/base/db/people?a=1',
        authorization: `Bearer ${token}`,
        template: [{ template: 'Backend', skipCache: false }],
      })
    },
  )

  test.each([undefined, false, 'false'])('go to the relay with it when direct is %j', async (direct) => {
    expect(await sendRequest({ backend_url: backendUrl, direct }, '/api/db/people')).toMatchObject({
      url: '/api/db/people?a=1',
      authorization: `Bearer ${token}`,
    })
  })

  test('go to the relay in direct mode too for the relay’s own paths', async () => {
    expect((await sendRequest({ backend_url: backendUrl, direct: true }, '/live/journal')).url).toBe(
      '/live/journal?a=1',
    )
  })

  test('are not sent when the metadata is invalid [AUTH-12]', () => {
    const { options } = begin({ backend_url: backendUrl, direct: 'yes' })
    expect(() => organisationTransport(options)).toThrow('Invalid boolean value')
  })
})

describe('a token', () => {
  test('of another organization is reported instead of sent', async () => {
    const { options, onOtherOrganisation } = begin({}, makeToken({ org_id: 'org_f' }))
    expect(await organisationToken(options)).toBeNull()
    expect(onOtherOrganisation).toHaveBeenCalledOnce()
  })

  test('of a new session is not sent before the session has an organization', async () => {
    const { options, onOtherOrganisation } = begin({}, makeToken({ org_id: '' }))
    expect(await organisationToken(options)).toBeNull()
    expect(onOtherOrganisation).not.toHaveBeenCalled()
  })

  test('is null when signed out', async () => {
    const { options } = begin({})
    expect(await organisationToken({ ...options, session: () => null })).toBeNull()
  })

  test('that the provider rejects fails with its message and keeps the session', async () => {
    const { options, getToken } = begin({})
    getToken.mockRejectedValue(Object.assign(new Error('No template exists with this name.'), { status: 404 }))
    await expect(organisationToken(options)).rejects.toMatchObject({ kind: 'answered', status: 502 })
    getToken.mockRejectedValue(new Error('offline'))
    await expect(organisationToken(options)).rejects.toThrow('offline')
  })
})

test.each([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
  [undefined, false],
])('%j is read as %s [AUTH-11]', (value, direct) => {
  expect(readDirectMode(value)).toBe(direct)
})

test.each(['yes', 'TRUE', '', 1, 0, null, {}])('%j is not a boolean [AUTH-12]', (value) => {
  expect(() => readDirectMode(value)).toThrow('Invalid boolean value')
})
