import type { FastifyPluginAsync } from 'fastify'
import { isId } from '#shared/primitives/id.ts'
import {
  changeViewRoute,
  defaultViewRoute,
  deleteViewRoute,
  listViewsRoute,
  saveViewRoute,
} from '#shared/views/saved-view.ts'
import { notFound } from '#relay/errors/http-error.ts'
import { readJson } from '#relay/http/read-json.ts'
import { serve } from '#relay/http/serve.ts'
import type { ViewStore } from './view-store.ts'

const parseId = (text: string): string => {
  if (isId(text)) return text
  throw notFound('View not found.', 'Check the link.')
}

/** Views are personal: responses must not be cached. */
export const viewRoutes: FastifyPluginAsync<{ readonly views: ViewStore }> = async (app, { views }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, readJson)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  serve(app, listViewsRoute, ({ viewer }) => views.list(viewer))

  serve(app, saveViewRoute, async ({ body, viewer }, reply) => {
    reply.code(201)
    return views.save(viewer, body)
  })

  serve(app, changeViewRoute, async ({ params: { id }, body, viewer }) => {
    await views.change(viewer, parseId(id), body)
    return {}
  })

  serve(app, deleteViewRoute, async ({ params: { id }, viewer }) => {
    await views.delete(viewer, parseId(id))
    return {}
  })

  serve(app, defaultViewRoute, async ({ body: { page, id }, viewer }) => {
    await views.setDefault(viewer, page, id)
    return {}
  })
}
