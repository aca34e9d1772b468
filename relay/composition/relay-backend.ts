import type { FastifyInstance } from 'fastify'
import type { AttachedBackend, AttachOptions } from './attached-backend.ts'
import { attachEmbedded, type EmbeddedBackend } from './embedded-backend.ts'
import { attachOrganisations, type OrganisationBackends } from './organisation-backends.ts'
import { attachRemote, type RemoteBackend } from './remote-backend.ts'

export type RelayBackend = EmbeddedBackend | RemoteBackend | OrganisationBackends

export const attachBackend = (
  app: FastifyInstance,
  options: AttachOptions & { readonly backend: RelayBackend },
): AttachedBackend => {
  const { backend } = options
  if (backend.kind === 'embedded') return attachEmbedded(app, backend, options)
  return backend.kind === 'remote' ? attachRemote(backend, options) : attachOrganisations(backend, options)
}
