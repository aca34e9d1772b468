import type { Config } from '#relay/config/config.ts'
import type { HostedConfig } from '#relay/config/hosted.ts'

export const providerPath = '/api/.hosted'

export interface PageSettings {
  readonly 'auth-mode': 'standalone' | 'identity' | 'hosted'
  readonly backend: 'embedded' | 'remote'
  readonly 'identity-service': 'none' | 'embedded' | 'remote'
  readonly 'user-accounts': 'none' | 'embedded' | 'roles' | 'backend'
  readonly 'sign-in-by-address': 'on' | 'off'
  readonly 'hosted-key': string
  readonly 'hosted-path': string
}

interface PageFacts {
  readonly backend: 'embedded' | 'remote' | 'organisations'
  readonly identity: 'none' | 'embedded' | 'remote'
  readonly hosted: Pick<HostedConfig, 'publishableKey' | 'forwarded'> | undefined
  readonly signInByAddress: boolean
}

const toUserAccounts = ({ backend, identity }: PageFacts): PageSettings['user-accounts'] => {
  if (backend === 'remote') return 'backend'
  if (backend === 'organisations') return 'none'
  return identity === 'remote' ? 'roles' : identity
}

const toAuthMode = ({ backend, identity }: PageFacts): PageSettings['auth-mode'] => {
  if (backend === 'organisations') return 'hosted'
  return identity === 'none' ? 'standalone' : 'identity'
}

export const toPageSettings = (facts: PageFacts): PageSettings => ({
  'auth-mode': toAuthMode(facts),
  backend: facts.backend === 'embedded' ? 'embedded' : 'remote',
  'identity-service': facts.identity,
  'user-accounts': toUserAccounts(facts),
  'sign-in-by-address': facts.signInByAddress ? 'on' : 'off',
  'hosted-key': facts.hosted?.publishableKey ?? '',
  'hosted-path': facts.hosted?.forwarded === undefined ? '' : providerPath,
})

export const pageFactsFromConfig = ({
  authMode,
  backendUrl,
  identityUrl,
  hosted,
  signInByAddress,
}: Config): PageFacts => ({
  backend: authMode === 'hosted' ? 'organisations' : backendUrl === undefined ? 'embedded' : 'remote',
  identity: authMode !== 'identity' ? 'none' : identityUrl === undefined ? 'embedded' : 'remote',
  hosted,
  signInByAddress,
})

export const withPageSettings = (html: string, settings: PageSettings): string =>
  Object.entries(settings).reduce((page, [name, value]) => {
    const pattern = new RegExp(`(<meta name="${name}" content=")[^"]*(")`)
    if (!pattern.test(page)) throw new Error(`index.html has no meta element "${name}".`)
    return page.replace(pattern, (_, before: string, after: string) => `${before}${value}${after}`)
  }, html)
