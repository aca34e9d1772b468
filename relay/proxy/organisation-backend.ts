import { isListedAddress, organisationAddress } from '#relay/config/organisation-address.ts'
import { RelayError } from '#relay/errors/relay-error.ts'
import { parseBackendAddress, type BackendAddress } from '#relay/proxy/backend-address.ts'

/** What a person's request goes on with: their token, and what it says of their organisation's backend. */
export interface BackendCredentials {
  readonly token: string
  readonly backendUrl: string | null
}

const none = new RelayError(
  'unavailable',
  'This organisation has no backend yet.',
  'It opens by itself once the backend is there. Its address is backend_url in the public metadata of the organisation.',
)
const unlisted = new RelayError(
  'forbidden',
  'The backend of this organisation is not one that this console may ask.',
  'Add its address to HOSTED_BACKENDS, or correct backend_url in the public metadata of the organisation.',
)

/**
 * Where a person's requests go: to the backend of the organisation that their token names, with that token as credential.
 * Throws `unavailable` when there is no address yet, and `forbidden` for one that is not on the list: no token goes there.
 */
export const organisationBackend =
  (listed: readonly string[]) =>
  ({ token, backendUrl }: BackendCredentials): BackendAddress => {
    if (backendUrl === null) throw none
    const address = organisationAddress(backendUrl)
    if (address === null || !isListedAddress(address, listed)) throw unlisted
    return { ...parseBackendAddress(address), credential: `Bearer ${token}` }
  }
