import { z } from 'zod'
import { azureDevopsList, createAzureDevopsApi } from '#relay/backend/clients/git/azure-devops.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import type { CodeHost, FindCodeHost } from './code-host.ts'

const maxTitleLength = 400
const maxBodyLength = 4_000
const pullRequest = z.looseObject({ pullRequestId: z.number() })
const cloud = 'https://dev.azure.com'
const previewVersion = { 'api-version': '7.0-preview.1' }

interface AzureRepository {
  readonly url: string
  readonly organization: string
  readonly project: string
  readonly repository: string
}

const createHost = ({ url, organization, project, repository }: AzureRepository): CodeHost => ({
  openPullRequest: async ({ base, branch, title, body, tags }, { token, tls }, run) => {
    const api = await createAzureDevopsApi({ url, organization, personalAccessToken: { value: token }, tls }, run)
    const [sourceRefName, targetRefName] = [`refs/heads/${branch}`, `refs/heads/${base}`]
    const path = `${encodeURIComponent(project)}/_apis/git/repositories/${encodeURIComponent(repository)}/pullrequests`
    const toLink = (id: number) =>
      [url, ...[organization, project, '_git', repository, 'pullrequest', String(id)].map(encodeURIComponent)].join('/')
    const labels = tags.map((name) => ({ name }))
    const json = {
      sourceRefName,
      targetRefName,
      title: title.slice(0, maxTitleLength),
      description: body.slice(0, maxBodyLength),
      ...(labels.length > 0 && { labels }),
    }
    try {
      return toLink((await api.send(path, {}, { json, expectedCode: 201 }, pullRequest)).pullRequestId)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 409) throw error
      const query = {
        'searchCriteria.sourceRefName': sourceRefName,
        'searchCriteria.targetRefName': targetRefName,
        'searchCriteria.status': 'active',
      }
      const [found] = (await api.ask(path, query, azureDevopsList(pullRequest))).json.value
      if (found === undefined) throw error
      for (const label of labels)
        await api.send(`${path}/${found.pullRequestId}/labels`, previewVersion, { json: label }, z.looseObject({}))
      return toLink(found.pullRequestId)
    }
  },
})

/** A repository with the name of its project has no segment of the project. */
const findRepository = (url: string, before: readonly string[], repository: string): AzureRepository | undefined => {
  const [organization, project = repository, ...rest] = before
  if (organization === undefined || rest.length > 0 || repository === '') return undefined
  return { url, organization, project, repository }
}

export const readAzureRepository = (
  { origin, hostname, pathname }: URL,
  isType: boolean,
): AzureRepository | undefined => {
  const segments = pathname.split('/').filter(Boolean).map(decodeURIComponent)
  if (hostname === 'ssh.dev.azure.com' || hostname === 'vs-ssh.visualstudio.com') {
    const [, organization = '', project = '', repository = ''] = segments
    return findRepository(cloud, [organization, project], repository)
  }
  const at = segments.indexOf('_git')
  const repository = segments[at + 1]
  if (at === -1 || repository === undefined || segments.length !== at + 2) return undefined
  const before = segments.slice(0, at)
  if (hostname === 'dev.azure.com') return findRepository(cloud, before, repository)
  const [, organization] = /^([\w-]+)\.visualstudio\.com$/.exec(hostname) ?? []
  if (organization !== undefined) {
    const project = before.filter((segment) => segment !== 'DefaultCollection')
    return findRepository(cloud, [organization, ...project], repository)
  }
  if (!isType) return undefined
  // A server of one's own can have a folder before the collection.
  const folder = before.slice(0, -2).map((segment) => `/${encodeURIComponent(segment)}`)
  return findRepository(`${origin}${folder.join('')}`, before.slice(-2), repository)
}

export const findAzureDevops: FindCodeHost = (address, isType) => {
  const repository = readAzureRepository(address, isType)
  return repository === undefined ? undefined : createHost(repository)
}
