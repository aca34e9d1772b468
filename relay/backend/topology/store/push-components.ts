import { clientRunOf } from '#relay/backend/clients/client-run.ts'
import { failureWords } from '#relay/backend/clients/failure-words.ts'
import { httpRequest } from '#relay/backend/clients/http-request.ts'
import { authorizationOf } from '#relay/backend/clients/http-sign-in.ts'
import { shownAddress, targetOf } from '#relay/backend/clients/target.ts'
import { withoutLogin } from '#relay/backend/clients/url-login.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { maskSealed } from '#relay/backend/secrets/sealed-text.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { LookupDeps } from '#relay/backend/topology/build/run-lookup.ts'
import { readComponents } from '#relay/backend/topology/read/read-components.ts'
import { topologyAnswer } from '#relay/backend/topology/read/topology-answer.ts'
import { timeLimit } from '#relay/time-limit.ts'
import type { PushSpec } from '#relay/backend/topology/topology-spec.ts'

export interface PushDeps extends Pick<LookupDeps, 'secretOf' | 'connectionOf' | 'sandbox' | 'signal'> {
  readonly database: Queryable
}

const timeoutMs = 15_000
const deepest = 50

const componentsOf = async (database: Queryable, topologyId: string) => {
  const own = (await readComponents(database)).filter((component) => component.topology_id === topologyId)
  return topologyAnswer(own, { depth: deepest, hidden: 'true' }).components
}

/**
 * Posts the components of a topology, those below others within them, to the address that its document names. Answers with a
 * sentence where that failed.
 */
export const pushComponents = async (
  topologyId: string,
  spec: PushSpec,
  { database, signal, secretOf, connectionOf, sandbox }: PushDeps,
): Promise<string | undefined> => {
  const mask = new Mask()
  mask.hideAll(secretsIn(spec))
  const over = timeLimit(timeoutMs, signal)
  const run = clientRunOf({ mask, secretOf, timeoutMs, sandbox, ...(connectionOf && { connectionOf }) }, over.signal)
  let place = shownAddress(spec.url ?? spec.connection ?? '')
  try {
    const target = await targetOf(spec, spec.url, run)
    const { url, login } = withoutLogin(target.url)
    place = shownAddress(url)
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw new Error('It is no http:// or https:// address')
    const who = {
      ...target,
      username: target.username ?? login?.username,
      password: target.password ?? login?.password,
    }
    const tls = { insecure: target.insecureTls }
    const { code } = await httpRequest({
      url,
      method: 'POST',
      headers: [
        ['content-type', 'application/json'],
        ['user-agent', 'quarterdeck'],
        ...(await authorizationOf({}, who, tls, run)),
      ],
      body: maskSealed(JSON.stringify(await componentsOf(database, topologyId))),
      tls,
      signal: over.signal,
    })
    return code >= 200 && code <= 299 ? undefined : `push: ${place} answered ${code}.`
  } catch (error) {
    signal.throwIfAborted()
    const reason = over.isOver() ? `no answer within ${timeoutMs / 1000} s.` : failureWords(error, '')
    return mask.inText(`push: ${place}: ${reason}`)
  } finally {
    over.done()
  }
}
