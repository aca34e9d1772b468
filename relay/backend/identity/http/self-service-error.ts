import { STATUS_CODES } from 'node:http'
import { HttpError, notFound } from '#relay/errors/http-error.ts'

interface Details {
  /** Clients branch on this. */
  readonly id?: string
  readonly status: number
  readonly reason: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly extras?: Readonly<Record<string, unknown>>
  readonly browserTo?: string
}

const messages: Record<number, string> = {
  400: 'The request was malformed or contained invalid parameters',
  401: 'The request could not be authorized',
  403: 'The requested action was forbidden',
  404: 'The requested resource could not be found',
  410: 'The requested resource is no longer available',
  422: 'In order to complete this flow please redirect the browser to: ',
  429: 'Too many requests in a short time',
  503: 'The service is busy',
}

/** Its details are those of the identity service's error body. */
export class SelfServiceError extends HttpError {
  readonly details: Details
  constructor(details: Details) {
    super(details.status, details.id ?? '', details.reason)
    this.details = details
  }
}

export const errorBody = ({ id, status, reason, details, extras }: Details): Record<string, unknown> => ({
  error: {
    ...(id !== undefined && { id }),
    code: status,
    status: STATUS_CODES[status] ?? 'Error',
    reason,
    message: messages[status] ?? 'An internal server error occurred, please try again',
    ...(details !== undefined && { details }),
  },
  ...extras,
})

export const unauthorised = (browserTo?: string): SelfServiceError =>
  new SelfServiceError({
    status: 401,
    reason: 'No valid session was found in the cookie. Sign in first.',
    ...(browserTo !== undefined && { browserTo }),
  })

export const sessionInactive = (browserTo: string): SelfServiceError =>
  new SelfServiceError({ id: 'session_inactive', status: 401, reason: 'You are not signed in.', browserTo })

export const secondFactorRequired = (redirectTo: string): SelfServiceError =>
  new SelfServiceError({
    id: 'session_aal2_required',
    status: 403,
    reason: 'This account requires a second factor.',
    details: { redirect_browser_to: redirectTo },
    extras: { redirect_browser_to: redirectTo },
    browserTo: redirectTo,
  })

export const refreshRequired = (redirectTo: string): SelfServiceError =>
  new SelfServiceError({
    id: 'session_refresh_required',
    status: 403,
    reason: 'This change requires recent authentication. Sign in again.',
    extras: { redirect_browser_to: redirectTo },
    browserTo: redirectTo,
  })

export const firstFactorRequired = (): SelfServiceError =>
  new SelfServiceError({
    id: 'session_aal1_required',
    status: 401,
    reason: 'Sign in before you enter a second factor.',
  })

export const alreadySignedIn = (browserTo: string): SelfServiceError =>
  new SelfServiceError({
    id: 'session_already_available',
    status: 400,
    reason: 'You are already signed in.',
    browserTo,
  })

export const csrfViolation = (why: string): SelfServiceError =>
  new SelfServiceError({
    id: 'security_csrf_violation',
    status: 403,
    reason: 'This form belongs to another browser or to an earlier sign-in. Start again.',
    details: {
      docs: 'The CSRF token of the form must match the cookie of the browser that requested it.',
      hint: 'Reload the page. Cookies must be allowed for this site.',
      reject_reason: why,
    },
  })

export const identityMismatch = (): SelfServiceError =>
  new SelfServiceError({
    id: 'security_identity_mismatch',
    status: 403,
    reason: 'This form belongs to another account.',
  })

export const returnToForbidden = (): SelfServiceError =>
  new SelfServiceError({
    id: 'self_service_flow_return_to_forbidden',
    status: 400,
    reason: 'The return address is not part of this console.',
  })

export const flowDisabled = (reason: string): SelfServiceError =>
  new SelfServiceError({ id: 'self_service_flow_disabled', status: 400, reason })

export const unknownFlow = (): HttpError => notFound('Form not found. It may be older than a day.')

export const continueElsewhere = (redirectTo: string): SelfServiceError =>
  new SelfServiceError({
    id: 'browser_location_change_required',
    status: 422,
    reason: 'The next step is at another address.',
    extras: { redirect_browser_to: redirectTo },
    browserTo: redirectTo,
  })
