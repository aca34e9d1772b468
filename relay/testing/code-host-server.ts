import type { IncomingMessage, ServerResponse } from 'node:http'

interface OpenRequest {
  readonly number: number
  readonly source: string
  readonly target: string
  readonly title: string
  readonly labels: string[]
}
type Body = Readonly<Record<string, unknown>>
type Answer = readonly [code: number, json: unknown]
interface Call {
  readonly method: string
  readonly rest: string
  readonly query: URLSearchParams
  readonly body: Body
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const names = (value: unknown): string[] => (Array.isArray(value) ? value.map((each: Body) => text(each['name'])) : [])

const createRegister = () => {
  const open: OpenRequest[] = []
  const add = (source: string, target: string, title: string, labels: string[]): OpenRequest | undefined => {
    if (source === '' || target === '' || title === '' || find(source, target).length > 0) return undefined
    const made = { number: open.length + 7, source, target, title, labels }
    open.push(made)
    return made
  }
  const find = (source: string | null, target: string | null) =>
    open.filter((each) => each.source === source && each.target === target)
  const addLabels = (number: string | undefined, labels: readonly string[]): OpenRequest | undefined => {
    const found = open.find((each) => each.number === Number(number))
    found?.labels.push(...labels)
    return found
  }
  return { open, add, find, addLabels }
}
type Register = ReturnType<typeof createRegister>

const toGithub = ({ number }: OpenRequest) => ({ number, html_url: `https://shop.test/acme/shop/pull/${number}` })
const toGitlab = ({ number }: OpenRequest) => ({
  iid: number,
  web_url: `https://shop.test/acme/shop/-/merge_requests/${number}`,
})
const toAzure = ({ number }: OpenRequest) => ({ pullRequestId: number, status: 'active' })

const github = ({ add, find, addLabels }: Register, { method, rest, query, body }: Call): Answer => {
  const [, issue] = /^\/issues\/(\d+)\/labels$/.exec(rest) ?? []
  if (issue !== undefined) return [200, [addLabels(issue, body['labels'] as string[])]]
  if (rest !== '/pulls') return [404, { message: 'Not Found' }]
  if (method === 'GET')
    return [200, find(query.get('head')?.replace(/^acme:/, '') ?? '', query.get('base')).map(toGithub)]
  const made = add(text(body['head']), text(body['base']), text(body['title']), [])
  return made === undefined ? [422, { message: 'Validation Failed' }] : [201, toGithub(made)]
}

const gitlab = ({ add, find, addLabels }: Register, { method, rest, query, body }: Call): Answer => {
  const [, iid] = /^\/merge_requests\/(\d+)$/.exec(rest) ?? []
  if (iid !== undefined && method === 'PUT')
    return [200, toGitlab(addLabels(iid, text(body['add_labels']).split(',')) as OpenRequest)]
  if (rest !== '/merge_requests') return [404, { message: '404 Not Found' }]
  if (method === 'GET') {
    const isOpen = query.get('state') === 'opened'
    return [200, isOpen ? find(query.get('source_branch'), query.get('target_branch')).map(toGitlab) : []]
  }
  const labels = text(body['labels']).split(',').filter(Boolean)
  const made = add(text(body['source_branch']), text(body['target_branch']), text(body['title']), labels)
  const message = ['Another open merge request already exists for this source branch: !7']
  return made === undefined ? [409, { message }] : [201, toGitlab(made)]
}

const azure = ({ add, find, addLabels }: Register, { method, rest, query, body }: Call): Answer => {
  const [, id] = /^\/pullrequests\/(\d+)\/labels$/.exec(rest) ?? []
  if (id !== undefined && query.get('api-version')?.includes('preview') === true)
    return [200, { name: addLabels(id, [text(body['name'])])?.labels.at(-1) }]
  if (rest !== '/pullrequests' || !query.has('api-version')) return [404, { message: 'Not found' }]
  const ref = (name: string) => query.get(`searchCriteria.${name}`)
  if (method === 'GET') {
    const isOpen = ref('status') === 'active'
    const branches = [ref('sourceRefName'), ref('targetRefName')].map((each) => each?.replace('refs/heads/', '') ?? '')
    return [200, { value: isOpen ? find(branches[0] ?? '', branches[1] ?? '').map(toAzure) : [] }]
  }
  const [source = '', target = ''] = [body['sourceRefName'], body['targetRefName']].map((each) => {
    const [, branch = ''] = /^refs\/heads\/(.+)$/.exec(text(each)) ?? []
    return branch
  })
  const made = add(source, target, text(body['title']), names(body['labels']))
  const message = 'TF401179: An active pull request for the source and target branch already exists.'
  return made === undefined ? [409, { message }] : [201, toAzure(made)]
}

const routes = [
  { prefix: '/api/v3/repos/acme/shop', answer: github },
  { prefix: '/api/v4/projects/acme%2Fshop', answer: gitlab },
  { prefix: '/acme/store/_apis/git/repositories/shop', answer: azure },
]

/** Pull requests of the public APIs of GitHub, GitLab and Azure DevOps: one open request per pair of branches. */
export const createCodeHosts = () => {
  const register = createRegister()
  const requests: string[] = []
  return {
    open: register.open,
    requests,
    serves: (path: string) => routes.some(({ prefix }) => path.startsWith(prefix)),
    handle: async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      let written = ''
      for await (const part of request) written += String(part)
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      const { method = '' } = request
      requests.push(`${method} ${pathname} ${String(request.headers.authorization)} ${written}`.trimEnd())
      const route = routes.find(({ prefix }) => pathname.startsWith(prefix))
      const body = (written === '' ? {} : JSON.parse(written)) as Body
      const rest = pathname.slice(route?.prefix.length)
      const [code, json] = route?.answer(register, { method, rest, query: searchParams, body }) ?? [404, {}]
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    },
  }
}
