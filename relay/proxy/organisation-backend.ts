import { isListedAddress, organisationAddress } from '#relay/config/organisation-address.ts'
import { forbidden, unavailable } from '#relay/errors/http-error.ts'
import { parseBackendAddress, type BackendAddress } from '#relay/proxy/backend-address.ts'

export interface BackendCredentials {
  readonly token: string
  readonly backendUrl: string | null
}

const none = unavailable(
  'This organization has no backend yet.',
  'The console opens automatically once the backend is available. Its address is backend_url in the public metadata of the organization.',
)
const unlisted = forbidden(
  'The backend of this organization is not allowed on this console.',
  'Add its address to HOSTED_BACKENDS, or correct backend_url in the public metadata of the organization.',
)

/**
 * Throws `unavailable` without an address and `forbidden` for one that is not listed: the token must not be sent there.
 */
export const organisationBackend =
  (listed: readonly string[]) =>
  ({ token, backendUrl }: BackendCredentials): BackendAddress => {
    if (backendUrl === null) throw none
    const address = organisationAddress(backendUrl)
    if (address === null || !isListedAddress(address, listed)) throw unlisted
    return { ...parseBackendAddress(address), credential: `Bearer ${token}` }
  }
