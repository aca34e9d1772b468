import { isOverSsh, parseSshRepository } from '#relay/backend/clients/git/ssh-repository.ts'
import { findAzureDevops } from './azure-pull-requests.ts'
import type { CodeHost, FindCodeHost } from './code-host.ts'
import { findGithub } from './github-pull-requests.ts'
import { findGitlab } from './gitlab-merge-requests.ts'

const hosts: readonly { readonly types: readonly string[]; readonly find: FindCodeHost }[] = [
  { types: ['github'], find: findGithub },
  { types: ['gitlab'], find: findGitlab },
  { types: ['azure', 'azuredevops'], find: findAzureDevops },
]

const findWebAddress = (source: string): string | undefined => {
  if (isOverSsh(source)) {
    const { endpoint, path } = parseSshRepository(source)
    return `https://${endpoint.host}/${path.replace(/^\/+/, '')}`
  }
  return URL.canParse(source) ? source : undefined
}

/** By `type` where a document sets it, else by the address. */
export const findCodeHost = (source: string, type: string | undefined): CodeHost | undefined => {
  const written = findWebAddress(source)
  if (written === undefined) return undefined
  const address = new URL(written.replace(/(?:\.git)?\/*$/, ''))
  const name = type?.toLowerCase().replace(/[^a-z]/g, '')
  for (const { types, find } of hosts) {
    const isType = name !== undefined && types.includes(name)
    const host = name === undefined || name === 'git' || isType ? find(address, isType) : undefined
    if (host !== undefined) return host
  }
  return undefined
}
