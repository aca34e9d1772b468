import type { FlowKind } from './flow.ts'

/** Where the console shows each flow. */
export const flowPages = {
  login: '/login',
  registration: '/registration',
  recovery: '/recovery',
  verification: '/verification',
  settings: '/profile-settings',
  logout: '/logout',
} as const satisfies Record<FlowKind, string>

/** The address of a flow's page; parameters that are undefined are left out. */
export const flowPage = (kind: FlowKind, params: Readonly<Record<string, string | undefined>> = {}): string => {
  const query = Object.entries(params)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(value)}`))
    .join('&')
  return query === '' ? flowPages[kind] : `${flowPages[kind]}?${query}`
}
