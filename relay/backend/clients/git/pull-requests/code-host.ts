import type { TlsConfig } from '#relay/backend/clients/run/fields.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'

interface PullRequest {
  readonly base: string
  readonly branch: string
  readonly title: string
  readonly body: string
  readonly tags: readonly string[]
}

interface CodeHostSignIn {
  readonly token: string
  readonly tls?: TlsConfig | undefined
}

export interface CodeHost {
  /** Returns the address of the page. A branch that was pushed again keeps its open pull request, which gets the tags. */
  readonly openPullRequest: (request: PullRequest, signIn: CodeHostSignIn, run: ClientRun) => Promise<string>
}

/** `isType` is true where a document names the host. */
export type FindCodeHost = (repository: URL, isType: boolean) => CodeHost | undefined
