import type { Grant } from '#shared/access/grant.ts'
import { readWhoami } from '#shared/access/read-whoami.ts'

const rememberMs = 10_000
const mostRemembered = 5_000

/** Null when the grants could not be loaded: that viewer must not share rows with others. */
export const remoteGrants = (now: () => number) => {
  const remembered = new Map<string, { readonly grants: Promise<readonly Grant[] | null>; readonly untilMs: number }>()
  return (key: string, ask: () => Promise<string>): Promise<readonly Grant[] | null> => {
    const known = remembered.get(key)
    if (known !== undefined && known.untilMs > now()) return known.grants
    const grants = ask()
      .then((text) => readWhoami(text).grants)
      .catch(() => null)
    remembered.delete(key)
    remembered.set(key, { grants, untilMs: now() + rememberMs })
    const [oldest] = remembered.keys()
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
    return grants
  }
}
