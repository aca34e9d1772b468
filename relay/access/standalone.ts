import type { Viewer } from '#shared/access/viewer.ts'
import { scopeByRights } from './permission-scope.ts'
import type { SignIn } from '#relay/access/sign-in.ts'

const localPerson = { id: '01890a5d-0000-7000-8000-000000000001', name: 'Admin', email: 'admin@local' }

export const relayItself: Viewer = { ...localPerson, roles: ['admin'] }

export const standaloneViewer = (roles: readonly string[]): Viewer => ({ ...localPerson, roles })

type Person = Pick<Viewer, 'id' | 'name' | 'email'>

const personCountsForMs = 60_000
const askAgainAfterMs = 5_000
/** Its empty id keeps writes from being attributed to anyone. */
const unknownPerson: Person = { id: '', name: 'Admin', email: '' }

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

export const standaloneAccess = (
  roles: readonly string[],
  personAtBackend?: () => Promise<Person | null>,
): SignIn & typeof scopeByRights => {
  const local = standaloneViewer(roles)
  const loadPerson = personAtBackend && remembered(personAtBackend, Date.now)
  const findViewer = async () => (loadPerson === undefined ? local : { ...(await loadPerson()), roles })
  return { ...scopeByRights, findViewer, onChange: () => () => undefined, recheckEveryMs: null }
}
