import type { PermissionScope } from '#shared/access/permission-scope.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { whoamiRoute } from '#shared/access/whoami.ts'
import { hostedAccess, type HostedAccess } from '#relay/access/hosted-sign-in.ts'
import { remoteGrants } from '#relay/access/remote-grants.ts'
import type { HostedConfig } from '#relay/config/hosted.ts'
import { HttpError } from '#relay/errors/http-error.ts'
import { scopeContext } from '#relay/live/feeds/scope-context.ts'
import { SourceFailure } from '#relay/live/feeds/source-failure.ts'
import type { AskBackend } from '#relay/live/sources/fetch-text.ts'
import type { BackendAddress } from '#relay/proxy/backend-address.ts'
import { fetchRemote } from '#relay/proxy/fetch-remote.ts'
import { organisationBackend, type BackendCredentials } from '#relay/proxy/organisation-backend.ts'
import { createMissingColumns, type MissingColumns } from '#relay/proxy/missing-columns.ts'

export interface Organisations {
  readonly settings: HostedConfig
  readonly findBackendCredentials: (viewer: Viewer) => BackendCredentials | undefined
  readonly backendCredentialsFor: (scope: PermissionScope) => BackendCredentials | undefined
  readonly withRights: (viewer: Viewer) => Promise<Viewer>
}

const timeoutMs = 5_000

export const openOrganisations = (
  settings: HostedConfig,
  now: () => number = Date.now,
): { readonly access: HostedAccess; readonly organisations: Organisations } => {
  const access = hostedAccess(settings, now)
  const { findBackendCredentials, backendCredentialsFor } = access
  const getBackendAddress = organisationBackend(settings.backends)
  const loadGrants = remoteGrants(now)
  const withRights = async (viewer: Viewer) => {
    const credentials = findBackendCredentials(viewer)
    if (credentials === undefined) return viewer
    const ask = async () => {
      const { status, body } = await fetchRemote(getBackendAddress(credentials))(
        whoamiRoute.path,
        AbortSignal.timeout(timeoutMs),
      )
      if (status !== 200) throw new Error(`The backend responded with status ${status}.`)
      return body
    }
    const grants = await loadGrants(JSON.stringify([viewer.organisation, viewer.id]), ask)
    return grants === null ? viewer : access.withGrants(viewer, grants)
  }
  return { access, organisations: { settings, findBackendCredentials, backendCredentialsFor, withRights } }
}

const scopedBackend = ({ settings, backendCredentialsFor }: Organisations) => {
  const getBackendAddress = organisationBackend(settings.backends)
  return (): BackendAddress => {
    const scope = scopeContext.getStore()
    const credentials = scope === undefined ? undefined : backendCredentialsFor(scope)
    if (credentials === undefined) throw new SourceFailure('No signed-in user has permission to query this backend.')
    try {
      return getBackendAddress(credentials)
    } catch (error) {
      throw error instanceof HttpError ? new SourceFailure(error.message, { cause: error }) : error
    }
  }
}

const formatAddress = ({ origin, basePath }: BackendAddress): string => origin + basePath

export const askOrganisation = (organisations: Organisations): AskBackend => {
  const backend = scopedBackend(organisations)
  const columnsByBackend = new Map<string, MissingColumns>()
  return async (path, signal, counted) => {
    const address = backend()
    const columns = columnsByBackend.get(formatAddress(address)) ?? createMissingColumns()
    columnsByBackend.set(formatAddress(address), columns)
    return fetchRemote(address, { missingColumns: columns })(path, signal, counted)
  }
}

export const organisationBackendName = (organisations: Organisations): (() => string) => {
  const backend = scopedBackend(organisations)
  return () => formatAddress(backend())
}
