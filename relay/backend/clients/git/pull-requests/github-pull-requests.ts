import { z } from 'zod'
import { createGithubApi } from '#relay/backend/clients/git/github.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import type { CodeHost, FindCodeHost } from './code-host.ts'

const pullRequest = z.looseObject({ number: z.number(), html_url: z.string() })
const labels = z.array(z.looseObject({}))

const createHost = (url: string, name: string): CodeHost => ({
  openPullRequest: async ({ base, branch, title, body, tags }, { token, tls }, run) => {
    const api = await createGithubApi({ personalAccessToken: { value: token }, url, tls }, name, run)
    const json = { title, head: branch, base, body }
    const [owner = ''] = name.split('/')
    const { number, html_url: link } = await api
      .send('pulls', { json, expectedCode: 201 }, pullRequest)
      .catch(async (error: unknown) => {
        if (!(error instanceof ServiceError) || error.code !== 422) throw error
        const query = new URLSearchParams({ head: `${owner}:${branch}`, base, state: 'open' })
        const [found] = await api.ask(`pulls?${query.toString()}`, z.array(pullRequest))
        if (found === undefined) throw error
        return found
      })
    if (tags.length > 0) await api.send(`issues/${number}/labels`, { json: { labels: tags } }, labels)
    return link
  },
})

export const findGithub: FindCodeHost = ({ origin, hostname, pathname }, isType) => {
  const name = pathname.slice(1)
  if (!/^[\w.-]+\/[\w.-]+$/.test(name)) return undefined
  if (hostname === 'github.com') return createHost('https://api.github.com', name)
  return isType ? createHost(`${origin}/api/v3`, name) : undefined
}
