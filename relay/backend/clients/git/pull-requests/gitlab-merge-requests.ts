import { z } from 'zod'
import { askJson, ServiceError } from '#relay/backend/clients/http/json-service.ts'
import { resolveTls } from '#relay/backend/clients/http/http-tls.ts'
import type { CodeHost, FindCodeHost } from './code-host.ts'

const mergeRequest = z.looseObject({ iid: z.number(), web_url: z.string() })

const createHost = (origin: string, project: string): CodeHost => ({
  openPullRequest: async ({ base, branch, title, body, tags }, { token, tls }, run) => {
    run.hide(token)
    const service = {
      name: 'GitLab',
      headers: token === '' ? [] : [['authorization', `Bearer ${token}`] as const],
      tls: await resolveTls(tls, run),
      signal: run.signal,
    }
    const url = `${origin}/api/v4/projects/${encodeURIComponent(project)}/merge_requests`
    const branches = { source_branch: branch, target_branch: base }
    const labels = tags.join(',')
    const json = { ...branches, title, description: body, ...(labels !== '' && { labels }) }
    try {
      return (await askJson(service, { url, json, expectedCode: 201 }, mergeRequest)).json.web_url
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 409) throw error
      const query = new URLSearchParams({ ...branches, state: 'opened' })
      const open = await askJson(service, { url: `${url}?${query.toString()}` }, z.array(mergeRequest))
      const [found] = open.json
      if (found === undefined) throw error
      if (labels !== '')
        await askJson(
          service,
          { url: `${url}/${found.iid}`, method: 'PUT', json: { add_labels: labels } },
          mergeRequest,
        )
      return found.web_url
    }
  },
})

export const findGitlab: FindCodeHost = ({ origin, hostname, pathname }, isType) => {
  const project = pathname.slice(1)
  const isGitlab = isType || hostname === 'gitlab.com'
  return isGitlab && /^[^/]+(?:\/[^/]+)+$/.test(project) ? createHost(origin, decodeURIComponent(project)) : undefined
}
