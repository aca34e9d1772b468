import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { readdir, readFile } from 'node:fs/promises'
import { notFound } from '#relay/errors/http-error.ts'
import { createPreloadedPages, pageFilesSchema } from '#relay/http/preloaded-pages.ts'
import { withPageSettings, type PageSettings } from '#relay/http/page-settings.ts'

interface PagesOptions {
  readonly settings: PageSettings
  readonly root: string | undefined
}

const pageFiles = 'page-files.json'
const notPages = ['/api', '/socket.io', '/assets', '/live']
const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

const readPages = async (root: string, settings: PageSettings) => {
  const html = withPageSettings(await readFile(`${root}/index.html`, 'utf8'), settings)
  return createPreloadedPages(html, pageFilesSchema.parse(JSON.parse(await readFile(`${root}/${pageFiles}`, 'utf8'))))
}

/** Files under `/assets` have a content hash in their name and never change. */
export const pages: FastifyPluginAsync<PagesOptions> = async (app, { root, settings }) => {
  const findPage = root === undefined ? undefined : await readPages(root, settings)
  const sendIndex = (reply: FastifyReply, path = '/') =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(findPage?.(path))
  if (root !== undefined) {
    app.addHook('onRoute', (route) => {
      route.config = { ...route.config, isPage: true }
    })
    for (const path of ['/', '/index.html']) app.get(path, async (_request, reply) => sendIndex(reply))
    // No path of a request other than those of existing files ever becomes a path on the disk.
    const assets = new Set((await readdir(`${root}/assets`)).filter((name) => !/\.(?:br|gz)$/.test(name)))
    // One route: a route for each of the hundreds of assets would take a tenth of the relay's start.
    app.get<{ Params: { name: string } }>('/assets/:name', async ({ params: { name } }, reply) =>
      assets.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound(),
    )
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      globIgnore: ['index.html*', `${pageFiles}*`, '*.br', '*.gz', 'assets/**'],
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(`${root}/assets/`)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (root !== undefined && wantsPage && !notPages.some((folder) => isBelow(path, folder)))
      return sendIndex(reply, path)
    throw notFound('Address not found.', `${request.method} ${path} does not exist.`)
  })
}
