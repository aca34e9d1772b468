import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { httpRequest, type HttpRequest, type HttpResponse } from './http-request.ts'

/** Reports the request also when there is no response. */
export const sendRecorded = async (run: ClientRun, request: HttpRequest): Promise<HttpResponse> => {
  const { method, url, headers, body } = request
  run.onRequest?.({ method, url, headers, ...(typeof body === 'string' ? { body } : {}) })
  return httpRequest(request)
}
