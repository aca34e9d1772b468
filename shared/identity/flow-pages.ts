import { decodeUri } from '#shared/primitives/decode-uri.ts'
import { ownPath } from '#shared/access/own-path.ts'
import type { FlowKind } from './flow.ts'

export const flowPages = {
  login: '/login',
  registration: '/registration',
  recovery: '/recovery',
  verification: '/verification',
  settings: '/profile-settings',
  logout: '/logout',
} as const satisfies Record<FlowKind, string>

export const flowPage = (kind: FlowKind, params: Readonly<Record<string, string | undefined>> = {}): string => {
  const query = Object.entries(params)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(value)}`))
    .join('&')
  return query === '' ? flowPages[kind] : `${flowPages[kind]}?${query}`
}

const isKind = (text: string | undefined): text is FlowKind => text !== undefined && text in flowPages

const splitAddress = (address: string) => {
  const [location = '', query = ''] = (address.split('#', 1)[0] ?? '').split('?', 2)
  const params = query.split('&').map((pair) => pair.split('=', 2))
  return {
    path: location.replace(/^https?:\/\/[^/]*/, ''),
    params: Object.fromEntries(params.map(([name = '', value = '']) => [name, decodeUri(value)])),
  }
}

/**
 * Accepts any host, because the flow cookies belong to the console. Null for other addresses, such as those of a
 * provider.
 */
export const findFlowPage = (address: string, origin: string, returnTo: string | null): string | null => {
  const { path, params } = splitAddress(address)
  const back = returnTo ?? ownPath(params['return_to'], origin) ?? undefined
  const begun = /\/self-service\/(\w+)\/browser$/.exec(path)?.[1]
  if (isKind(begun)) return flowPage(begun, { aal: params['aal'], refresh: params['refresh'], return_to: back })
  const [shown] = Object.entries(flowPages).find(([, page]) => page === path) ?? []
  return isKind(shown) && params['flow'] ? flowPage(shown, { flow: params['flow'], return_to: back }) : null
}
