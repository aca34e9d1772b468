import { createClientRun } from '#relay/backend/clients/run/client-run.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { httpRequest } from '#relay/backend/clients/http/http-request.ts'
import { prepareTarget } from '#relay/backend/clients/http/prepare-sign-in.ts'
import { resolveHeaders } from '#relay/backend/clients/http/http-sign-in.ts'
import { shownAddress, resolveTarget } from '#relay/backend/clients/run/target.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { maskSealed } from '#relay/backend/secrets/sealed-text.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { LookupDeps } from '#relay/backend/topology/build/run-lookup.ts'
import { readComponents } from '#relay/backend/topology/read/read-components.ts'
import { buildTopologyResponse } from '#relay/backend/topology/read/topology-response.ts'
import { timeLimit } from '#relay/time-limit.ts'
import type { PushSpec } from '#relay/backend/topology/topology-spec.ts'

interface PushDeps extends Pick<LookupDeps, 'resolveSecret' | 'resolveConnection' | 'sandbox' | 'signal'> {
  readonly database: Queryable
}

const timeoutMs = 15_000
const deepest = 50

const loadComponents = async (database: Queryable, topologyId: string) => {
  const own = (await readComponents(database)).filter((component) => component.topology_id === topologyId)
  return buildTopologyResponse(own, { depth: deepest, hidden: 'true' }).components
}

export const pushComponents = async (
  topologyId: string,
  spec: PushSpec,
  { database, signal, resolveSecret, resolveConnection, sandbox }: PushDeps,
): Promise<string | undefined> => {
  const mask = new Mask()
  mask.hideAll(secretsIn(spec))
  const over = timeLimit(timeoutMs, signal)
  const run = createClientRun(
    { mask, resolveSecret, timeoutMs, sandbox, ...(resolveConnection && { resolveConnection }) },
    over.signal,
  )
  let targetAddress = shownAddress(spec.url ?? spec.connection ?? '')
  try {
    const target = await resolveTarget(spec, spec.url, run)
    targetAddress = shownAddress(target.url)
    if (!/^https?:\/\//i.test(target.url) || !URL.canParse(target.url))
      throw new Error('Not an http:// or https:// address')
    const { url, tls, headers: authorization, signer } = await prepareTarget(spec, target, spec.tls, run)
    const { code } = await httpRequest({
      url,
      method: 'POST',
      headers: [
        ['content-type', 'application/json'],
        ['user-agent', 'quarterdeck'],
        ...authorization,
        ...(await resolveHeaders(spec.headers, run)),
      ],
      body: maskSealed(JSON.stringify(await loadComponents(database, topologyId))),
      tls,
      signer,
      signal: over.signal,
    })
    return code >= 200 && code <= 299 ? undefined : `push: ${targetAddress} responded with ${code}.`
  } catch (error) {
    signal.throwIfAborted()
    const reason = over.isOver() ? `no response within ${timeoutMs / 1000} s.` : describeError(error, '')
    return mask.inText(`push: ${targetAddress}: ${reason}`)
  } finally {
    over.done()
  }
}
