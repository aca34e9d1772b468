import type { FastifyInstance } from 'fastify'
import type { AttachedBackend, AttachOptions } from './attached-backend.ts'
import { attachEmbedded, type EmbeddedBackend } from './embedded-backend.ts'
import { attachOrganisations, type OrganisationBackends } from './organisation-backends.ts'
import { attachRemote, type RemoteBackend } from './remote-backend.ts'

/** The embedded backend with its database, the address of a remote one, or the organisations that each have one. */
export type RelayBackend = EmbeddedBackend | RemoteBackend | OrganisationBackends

/** Makes whichever backend a relay has look the same to the rest of it. */
export const attachBackend = (
  app: FastifyInstance,
  options: AttachOptions & { readonly backend: RelayBackend },
): AttachedBackend => {
  const { backend } = options
  if (backend.kind === 'embedded') return attachEmbedded(app, backend, options)
  return backend.kind === 'remote' ? attachRemote(backend, options) : attachOrganisations(backend, options)
}
