import { Configuration, FrontendApi } from '@ory/client'
import type {
  UpdateLoginFlowBody,
  UpdateRecoveryFlowBody,
  UpdateRegistrationFlowBody,
  UpdateSettingsFlowBody,
  UpdateVerificationFlowBody,
} from '@ory/client'
import { parseFlowResponse, type FlowResult } from '#shared/identity/flow-result.ts'
import type { FlowKind } from '#shared/identity/flow.ts'
import type { FieldValues } from '#shared/identity/submission.ts'
import { ownPath } from '#shared/access/own-path.ts'
import type { CreateFlow, FetchFlow, FlowParams, SubmitFlow } from '#machines/identity/self-service-types.ts'
import { identityPath } from '#client/api/clients.ts'
import { withKnownAddress } from './known-address.ts'

const requestTimeoutMs = 30_000

/** No HTTP status throws; callers read the status from the response. */
export const frontendApi = new FrontendApi(
  new Configuration({
    basePath: identityPath,
    baseOptions: { timeout: requestTimeoutMs, validateStatus: () => true },
  }),
)

type Call = () => Promise<{ readonly status: number; readonly data: unknown }>

const answered = async (call: Call): Promise<FlowResult> => {
  try {
    const { status, data } = await call()
    return await withKnownAddress(parseFlowResponse(status, data))
  } catch (error) {
    const timedOut = error instanceof Error && 'code' in error && error.code === 'ECONNABORTED'
    if (timedOut) return { kind: 'unreachable', reason: 'Request timed out. Please try again.' }
    return {
      kind: 'unreachable',
      reason: navigator.onLine ? 'Network Error. Please try again.' : 'No internet connection. Please try again.',
    }
  }
}

/** The service compares absolute URLs, so a path of the console needs its origin. */
const absolute = (returnTo: string | undefined) => {
  if (returnTo === undefined) return {}
  const path = ownPath(returnTo, window.location.origin)
  return path === null ? {} : { returnTo: `${window.location.origin}${path}` }
}

interface FlowCalls {
  readonly create: (params: FlowParams) => ReturnType<Call>
  readonly fetch: (id: string) => ReturnType<Call>
  readonly submit: (id: string, values: FieldValues) => ReturnType<Call>
}

// The service decides which fields a form has: the type of a body is known there alone.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it names what the call wants
const toRequestBody = <T>(values: FieldValues) => values as unknown as T

const calls: Record<FlowKind, FlowCalls> = {
  login: {
    create: ({ return_to, refresh, aal }) =>
      frontendApi.createBrowserLoginFlow({
        ...absolute(return_to),
        ...(refresh !== undefined && { refresh: refresh === 'true' }),
        ...(aal !== undefined && { aal }),
      }),
    fetch: (id) => frontendApi.getLoginFlow({ id }),
    submit: (flow, values) =>
      frontendApi.updateLoginFlow({ flow, updateLoginFlowBody: toRequestBody<UpdateLoginFlowBody>(values) }),
  },
  registration: {
    create: ({ return_to }) => frontendApi.createBrowserRegistrationFlow(absolute(return_to)),
    fetch: (id) => frontendApi.getRegistrationFlow({ id }),
    submit: (flow, values) =>
      frontendApi.updateRegistrationFlow({
        flow,
        updateRegistrationFlowBody: toRequestBody<UpdateRegistrationFlowBody>(values),
      }),
  },
  recovery: {
    create: ({ return_to }) => frontendApi.createBrowserRecoveryFlow(absolute(return_to)),
    fetch: (id) => frontendApi.getRecoveryFlow({ id }),
    submit: (flow, values) =>
      frontendApi.updateRecoveryFlow({ flow, updateRecoveryFlowBody: toRequestBody<UpdateRecoveryFlowBody>(values) }),
  },
  verification: {
    create: ({ return_to }) => frontendApi.createBrowserVerificationFlow(absolute(return_to)),
    fetch: (id) => frontendApi.getVerificationFlow({ id }),
    submit: (flow, values) =>
      frontendApi.updateVerificationFlow({
        flow,
        updateVerificationFlowBody: toRequestBody<UpdateVerificationFlowBody>(values),
      }),
  },
  settings: {
    create: ({ return_to }) => frontendApi.createBrowserSettingsFlow(absolute(return_to)),
    fetch: (id) => frontendApi.getSettingsFlow({ id }),
    submit: (flow, values) =>
      frontendApi.updateSettingsFlow({ flow, updateSettingsFlowBody: toRequestBody<UpdateSettingsFlowBody>(values) }),
  },
  logout: {
    create: () => frontendApi.createBrowserLogoutFlow(),
    fetch: () => Promise.reject(new Error('A logout flow is created and ended, never fetched.')),
    submit: (token) => frontendApi.updateLogoutFlow({ token }),
  },
}

export const createFlow = ({ kind, params }: CreateFlow): Promise<FlowResult> =>
  answered(() => calls[kind].create(params))

export const fetchFlow = ({ kind, id }: FetchFlow): Promise<FlowResult> => answered(() => calls[kind].fetch(id))

export const submitFlow = ({ kind, id, values }: SubmitFlow): Promise<FlowResult> =>
  answered(() => calls[kind].submit(id, values))
