import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Viewer } from '#shared/access/viewer.ts'
import { playbookLog } from '#shared/playbooks/playbook-topics.ts'
import { scopeContext } from '#relay/live/feeds/scope-context.ts'
import type { RelayAccess } from './attached-backend.ts'

/** Backend requests that the relay sends while it handles a request use the scope of its sender. */
export const scopeRequestsToViewer = ({ findScope }: Pick<RelayAccess, 'findScope'>): FastifyPluginAsync =>
  fastifyPlugin(async (app) => {
    app.addHook('onRequest', ({ viewer }: { readonly viewer?: Viewer }, _reply, done) => {
      scopeContext.run((viewer && findScope(viewer, playbookLog)) ?? undefined, done)
    })
  })
