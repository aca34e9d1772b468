import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { parseJsonOrText } from '#shared/primitives/bounded-json.ts'
import { booleanField, integerField } from '#shared/primitives/document-scalars.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import type { CheckExpression } from '#relay/backend/checks/spec/check-type.ts'
import { findLinkedPage } from '#relay/backend/clients/http/linked-page.ts'
import type { HttpResponse } from '#relay/backend/clients/http/http-request.ts'
import { evaluate } from '#relay/backend/templates/template.ts'

const pagesDefault = 100
const pagesMax = 1_000

export const pagination = z.strictObject({
  /** CEL over `response` and `page`: an address, a map of `url`, `method` and `body`, or nothing after the last page. */
  nextPageExpr: z.string().min(1).optional(),
  /** CEL over `acc` (an empty list before the first page) and `page`: pages become one document. */
  reduceExpr: z.string().min(1).optional(),
  /** Each page is a document, whatever `reduceExpr` says. */
  perPage: booleanField.optional(),
  /** The pages after it are not read. Without it, more than 100 pages are an error; 0 reads all. */
  maxPages: integerField({ min: 0, max: pagesMax }).optional(),
  delay: z
    .string()
    .refine((text) => parseDuration(text) !== null, 'must be a duration such as 500ms or 2s')
    .optional(),
})
type Pagination = z.infer<typeof pagination>

export const listPageExpressions = (pages: Pagination | undefined): readonly CheckExpression[] =>
  (['nextPageExpr', 'reduceExpr'] as const).flatMap((name) => {
    const source = pages?.[name]
    return source === undefined
      ? []
      : [{ path: ['pagination', name], expression: { language: 'expr', source } as const }]
  })

export interface PageRequest {
  readonly url: string
  readonly method: string
  readonly body: string | undefined
  /** Instead of those of the document with the same name. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

const nextPage = z.union([
  z.null().transform(() => undefined),
  z.string().transform((url) => (url.trim() === '' ? undefined : { url: url.trim() })),
  z.strictObject({
    url: z.string().optional(),
    method: z.string().optional(),
    body: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
])

const findNext = async (
  { nextPageExpr }: Pagination,
  current: PageRequest,
  { code, headers, content }: HttpResponse,
  page: number,
): Promise<PageRequest | undefined> => {
  const found =
    nextPageExpr === undefined
      ? findLinkedPage(headers['Link'])
      : await evaluate(
          { expr: nextPageExpr },
          { response: { code, status: code, headers, body: parseJsonOrText(content), url: current.url }, page },
        )
  const read = nextPage.safeParse(found ?? null)
  if (!read.success) throw new Error('pagination.nextPageExpr must return an address, a map with url, or null')
  if (read.data === undefined || read.data.url === '') return undefined
  const {
    url = current.url,
    method = current.method,
    body = current.body,
    headers: ownHeaders = current.headers,
  } = { method: undefined, body: undefined, headers: undefined, ...read.data }
  if (!URL.canParse(url, current.url)) throw new Error('pagination.nextPageExpr returned an invalid address')
  const address = new URL(url, current.url)
  // Security: the credentials of the first page are not for another server.
  if (address.origin !== new URL(current.url).origin)
    throw new Error(`The next page is at ${address.origin}, not at the address of the first page`)
  return {
    url: address.href,
    method: method.toUpperCase(),
    body: typeof body === 'object' ? JSON.stringify(body) : body,
    headers: ownHeaders,
  }
}

type Page = Pick<HttpResponse, 'content' | 'headers'>

async function* readEach(
  pages: Pagination,
  first: PageRequest,
  request: (page: PageRequest) => Promise<HttpResponse>,
  signal: AbortSignal,
): AsyncGenerator<Page> {
  const seen = new Set<string>()
  let current: PageRequest | undefined = first
  const { maxPages } = pages
  for (let page = 1; current !== undefined; page += 1) {
    const key = JSON.stringify(current)
    if (seen.has(key)) throw new Error('pagination.nextPageExpr returned a page that was already read')
    if (maxPages !== undefined && maxPages > 0 && page > maxPages) return
    const most = maxPages === undefined ? pagesDefault : pagesMax
    if (page > most)
      throw new Error(`There are more than ${most} pages${maxPages === undefined ? '. Set pagination.maxPages' : ''}`)
    seen.add(key)
    if (page > 1 && pages.delay !== undefined) await pause(parseDuration(pages.delay) ?? 0, undefined, { signal })
    const response = await request(current)
    yield response
    current = await findNext(pages, current, response, page)
  }
}

export async function* readPages(
  pages: Pagination | undefined,
  first: PageRequest,
  request: (page: PageRequest) => Promise<HttpResponse>,
  signal: AbortSignal,
): AsyncGenerator<Page> {
  if (pages === undefined) {
    yield await request(first)
    return
  }
  if (pages.reduceExpr === undefined || pages.perPage === true) {
    yield* readEach(pages, first, request, signal)
    return
  }
  let acc: unknown = []
  for await (const { content } of readEach(pages, first, request, signal))
    acc = await evaluate({ expr: pages.reduceExpr }, { acc, page: parseJsonOrText(content) })
  yield { content: JSON.stringify(acc), headers: { 'Content-Type': 'application/json' } }
}
