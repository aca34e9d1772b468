import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import { isCancelled } from '#relay/database/sql-error.ts'

interface FairShareOptions {
  readonly atOnce: number
  readonly atOnceEach: number
  readonly waitingEach?: number
  /** Without a request that ends. While some end, the machine is slow, and a waiting request does not fail. */
  readonly longestStandstillMs?: number
  readonly now?: () => number
}

interface FairShare {
  run<T>(person: string, work: () => Promise<T>): Promise<T>
}

interface Waiting {
  readonly start: () => void
  readonly refuse: (error: DataApiError) => void
  readonly restartTimeout: () => void
}

interface Person {
  running: number
  waiting: Waiting[]
  servedLast: number
  cutOffAtMs: number[]
  restUntilMs: number
}

const rememberedForMs = 60_000
const restMs = 2_000

const notNow = (status: 429 | 503, message: string, retryAfterMs: number): DataApiError =>
  new DataApiError(status, 'PGRST003', message, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) },
  })

const createPeople = (now: () => number) => {
  const people = new Map<string, Person>()
  const isRecent = (atMs: number): boolean => atMs > now() - rememberedForMs
  return {
    of: (id: string): Person => {
      const known = people.get(id) ?? { running: 0, waiting: [], servedLast: 0, cutOffAtMs: [], restUntilMs: 0 }
      people.set(id, known)
      return known
    },
    noteProgress: (): void => {
      for (const { waiting } of people.values()) for (const { restartTimeout } of waiting) restartTimeout()
    },
    forget: (id: string, person: Person): void => {
      if (person.running === 0 && person.waiting.length === 0 && !person.cutOffAtMs.some(isRecent)) people.delete(id)
    },
    next: (atOnceEach: number): Person | undefined =>
      [...people.values()]
        .filter((person) => person.waiting.length > 0 && person.running < atOnceEach)
        .sort((left, right) => left.servedLast - right.servedLast)[0],
    rest: (person: Person): void => {
      const nowMs = now()
      person.cutOffAtMs = [...person.cutOffAtMs.filter(isRecent), nowMs]
      person.restUntilMs = nowMs + restMs * (person.cutOffAtMs.length - 1)
      const rejection = notNow(
        429,
        'Cancelled because another request of yours timed out. Request less data at a time.',
        restMs,
      )
      for (const { refuse } of person.waiting.splice(0)) refuse(rejection)
    },
  }
}

const waitFor = (person: Person, longestStandstillMs: number, onStart: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const refuse = (error: DataApiError): void => {
      clearTimeout(tooLong)
      reject(error)
    }
    const waiting: Waiting = {
      start: () => {
        clearTimeout(tooLong)
        onStart()
        resolve()
      },
      refuse,
      restartTimeout: () => void tooLong.refresh(),
    }
    const tooLong = setTimeout(() => {
      person.waiting = person.waiting.filter((other) => other !== waiting)
      refuse(
        notNow(
          503,
          'The database has not finished a request for too long, so this one timed out while waiting. Try again in a moment.',
          restMs,
        ),
      )
    }, longestStandstillMs)
    person.waiting.push(waiting)
  })

export const createFairShare = ({
  atOnce,
  atOnceEach,
  waitingEach = 64,
  longestStandstillMs = 10_000,
  now = Date.now,
}: FairShareOptions): FairShare => {
  const people = createPeople(now)
  let running = 0
  let served = 0

  const next = (): void => {
    if (running >= atOnce) return
    const first = people.next(atOnceEach)
    if (first === undefined) return
    served += 1
    first.servedLast = served
    first.waiting.shift()?.start()
    next()
  }
  const waitTurn = (person: Person): Promise<void> => {
    const turn = waitFor(person, longestStandstillMs, () => {
      running += 1
      person.running += 1
    })
    next()
    return turn
  }

  return {
    run: async (id, work) => {
      const person = people.of(id)
      const restsForMs = person.restUntilMs - now()
      if (restsForMs > 0) {
        throw notNow(
          429,
          'Several of your requests timed out. Wait a moment, then request less data at a time.',
          restsForMs,
        )
      }
      if (person.waiting.length >= waitingEach) {
        throw notNow(429, 'Too many of your requests are waiting. Try again when some of them are done.', restMs)
      }
      await waitTurn(person)
      try {
        return await work()
      } catch (error) {
        if (isCancelled(error)) people.rest(person)
        throw error
      } finally {
        running -= 1
        person.running -= 1
        people.noteProgress()
        people.forget(id, person)
        next()
      }
    },
  }
}
