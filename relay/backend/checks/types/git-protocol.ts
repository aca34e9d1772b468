import { z } from 'zod'
import { defineCheckType } from './define-check-type.ts'
import { signIn } from '#relay/backend/clients/run/fields.ts'
import { refsIn } from '#relay/backend/clients/git/git-refs.ts'
import { httpRequest } from '#relay/backend/clients/http/http-request.ts'
import { buildAuthorization } from '#relay/backend/clients/http/http-sign-in.ts'
import { unavailable } from '#relay/backend/clients/run/unavailable-field.ts'
import { shownAddress, resolveTarget } from '#relay/backend/clients/run/target.ts'

const spec = z.strictObject({
  repository: z.string().regex(/^https?:\/\//, 'must be the http:// or https:// URL of a repository'),
  filename: unavailable('the check reads branches and writes no files').optional(),
  ...signIn,
})
const refsMax = 2_000
type GitSpec = z.infer<typeof spec>

export const gitProtocol = defineCheckType<GitSpec>({
  key: 'gitProtocol',
  spec,
  formatEndpoint: ({ repository }) => shownAddress(repository),
  run: async (spec, run) => {
    const target = await resolveTarget(spec, spec.repository, run)
    const url = new URL(target.url)
    const login = {
      username: target.username ?? decodeURIComponent(url.username),
      password: target.password ?? decodeURIComponent(url.password),
    }
    const tls = { insecure: target.insecureTls }
    const { code, content, cut } = await httpRequest({
      url: `${url.origin}${url.pathname.replace(/\/$/, '')}/info/refs?service=git-upload-pack`,
      method: 'GET',
      headers: [
        ['user-agent', 'git/quarterdeck'],
        ...(await buildAuthorization({}, { ...target, ...login }, tls, run)),
      ],
      tls,
      signal: run.signal,
    })
    if (code !== 200) return { pass: false, message: `Cannot read the repository: the server responded with ${code}.` }
    const refs = content.includes('# service=git-upload-pack') ? refsIn(content) : undefined
    if (refs === undefined) return { pass: false, message: 'Not a git repository response.' }
    return {
      pass: refs.length > 0,
      message: refs.length > 0 ? `${refs.length} branches and tags` : 'The repository has no branches.',
      ...(refs.length > refsMax || cut ? { incomplete: { refs: `only the first ${refsMax} of them are listed` } } : {}),
      details: {
        refs: refs.slice(0, refsMax),
        count: refs.length,
        head: refs.find(({ name }) => name === 'HEAD')?.commit ?? null,
      },
    }
  },
})
