import { runCheckRoute } from '#shared/health/check-routes.ts'
import { call } from '#client/api/call.ts'

export const runCheck = (checkId: string) => call(runCheckRoute, { params: { id: checkId }, timeoutMs: 120_000 })
