import type { FastifyPluginAsync } from 'fastify'
import { decide } from '#shared/access/decide.ts'
import { isAdmin } from '#shared/access/roles.ts'
import { rejectedDocumentsRoute, rejectedTextRoute } from '#shared/resources/rejected-documents.ts'
import { allResourceKinds } from '#shared/resources/resource-kinds.ts'
import type { RejectedDocuments } from '#relay/backend/resources/rejected-documents.ts'
import { serve } from '#relay/http/serve.ts'
import { AccessDenied, notFound } from '#relay/errors/http-error.ts'

const resources = new Map(allResourceKinds.map(({ kind, resource }) => [kind, resource]))

export const rejectedRoutes: FastifyPluginAsync<{ readonly rejectedDocuments: RejectedDocuments }> = async (
  app,
  { rejectedDocuments },
) => {
  serve(app, rejectedDocumentsRoute, ({ viewer, query: { kinds, limit, offset } }) => {
    const nowMs = Date.now()
    const isTextRead = isAdmin(viewer.roles)
    const wanted = kinds === undefined ? undefined : new Set(kinds.split(','))
    const isRead = (kind: string): boolean =>
      decide(viewer, { action: 'read', resource: resources.get(kind) ?? 'database' }, { nowMs }).answer === 'allowed'
    const { total, documents } = rejectedDocuments.page({
      limit,
      offset,
      isListed: (kind) => (wanted === undefined || wanted.has(kind)) && isRead(kind),
    })
    return {
      total,
      documents: Array.from(documents, (document) => ({ ...document, hasText: document.hasText && isTextRead })),
    }
  })

  serve(app, rejectedTextRoute, async ({ params: { id }, viewer }) => {
    if (!isAdmin(viewer.roles)) throw new AccessDenied('backup')
    const document = rejectedDocuments.find(id)
    if (document === undefined || document.file === '') throw notFound('The document is no longer rejected.')
    const { file, line } = document
    return { file, line, text: await rejectedDocuments.readText(file) }
  })
}
