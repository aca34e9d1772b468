import type { Viewer } from '#shared/access/viewer.ts'
import { scopeByRights } from './permission-scope.ts'
import type { SignIn } from '#relay/access/sign-in.ts'

/** The person that a new database begins with. */
const localPerson = { id: '01890a5d-0000-7000-8000-000000000001', name: 'Admin', email: 'admin@local' }

/** What the relay asks itself where people sign in, it asks as the person that a database begins with. */
export const relayItself: Viewer = { ...localPerson, roles: ['admin'] }

/** As whom the relay asks itself where nobody signs in. */
export const standaloneViewer = (roles: readonly string[]): Viewer => ({ ...localPerson, roles })

export type Person = Pick<Viewer, 'id' | 'name' | 'email'>

const personCountsForMs = 60_000
const askAgainAfterMs = 5_000
/** In front of a backend that does not tell who its credential is: nobody it knows, so that nothing is written in their name. */
const unknownPerson: Person = { id: '', name: 'Admin', email: '' }

/** Asks one question for all who want to know, and again once the answer is too old. */
const remembered = (personAtBackend: () => Promise<Person | null>, now: () => number) => {
  let stored: { readonly person: Promise<Person>; readonly untilMs: number } | undefined
  const ask = (): Promise<Person> => {
    const person = personAtBackend().then(
      (found) => found ?? unknownPerson,
      () => unknownPerson,
    )
    stored = { person, untilMs: now() + askAgainAfterMs }
    return person.then((found) => {
      if (found !== unknownPerson) stored = { person, untilMs: now() + personCountsForMs }
      return found
    })
  }
  return () => (stored !== undefined && now() < stored.untilMs ? stored.person : ask())
}

/**
 * Standalone: whoever reaches the relay is its one local person, with the roles of the configuration, always. In front of a
 * remote backend that is whom the backend knows by the relay's credential.
 */
export const standaloneAccess = (
  roles: readonly string[],
  personAtBackend?: () => Promise<Person | null>,
  now: () => number = Date.now,
): SignIn & typeof scopeByRights => {
  const local = standaloneViewer(roles)
  const loadPerson = personAtBackend && remembered(personAtBackend, now)
  const findViewer = async () => (loadPerson === undefined ? local : { ...(await loadPerson()), roles })
  return { ...scopeByRights, findViewer, onChange: () => () => undefined, recheckEveryMs: null }
}
