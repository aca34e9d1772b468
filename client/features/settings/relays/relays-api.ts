import { drainRelayRoute, resumeRelayRoute } from '#shared/relays/relay-routes.ts'
import { call } from '#client/api/call.ts'

export const drainRelay = async (id: string): Promise<void> => {
  await call(drainRelayRoute, { params: { id }, body: undefined })
}

export const resumeRelay = async (id: string): Promise<void> => {
  await call(resumeRelayRoute, { params: { id }, body: undefined })
}
