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

export interface Share {
  readonly person: string
  /** One kind that times out does not keep the person from reading others. */
  readonly kind: string
  /** A request whose signal aborts while it waits is not started. */
  readonly signal?: AbortSignal | undefined
}

interface FairShare {
  run<T>(share: Share, work: () => Promise<T>): Promise<T>
}

interface Waiting {
  readonly kind: string
  readonly start: () => void
  readonly refuse: (error: DataApiError) => void
  readonly restartTimeout: () => void
}

interface Person {
  running: number
  waiting: Waiting[]
  servedLast: number
  cutOffs: readonly CutOff[]
}

interface CutOff {
  readonly kind: string
  readonly atMs: number
}

const rememberedForMs = 60_000
const restMs = 2_000
/** After more of them in that time the person rests, whatever is read. */
const toleratedCutOffs = 5

const notNow = (status: 429 | 503, message: string, retryAfterMs: number): DataApiError =>
  new DataApiError(status, 'PGRST003', message, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) },
  })

/** As nginx reports a client that closed the connection. */
const clientClosedRequest = 499

const restEndsAtMs = (cutOffs: readonly CutOff[], free: number): number => {
  const last = cutOffs.at(-1)
  return last === undefined || cutOffs.length <= free ? 0 : last.atMs + restMs * (cutOffs.length - free)
}

const createPeople = (now: () => number) => {
  const people = new Map<string, Person>()
  const listRecent = ({ cutOffs }: Person) => cutOffs.filter(({ atMs }) => atMs > now() - rememberedForMs)
  return {
    of: (id: string): Person => {
      const known = people.get(id) ?? { running: 0, waiting: [], servedLast: 0, cutOffs: [] }
      people.set(id, known)
      return known
    },
    noteProgress: (): void => {
      for (const { waiting } of people.values()) for (const { restartTimeout } of waiting) restartTimeout()
    },
    forget: (id: string, person: Person): void => {
      if (person.running === 0 && person.waiting.length === 0 && listRecent(person).length === 0) people.delete(id)
    },
    next: (atOnceEach: number): Person | undefined =>
      [...people.values()]
        .filter((person) => person.waiting.length > 0 && person.running < atOnceEach)
        .sort((left, right) => left.servedLast - right.servedLast)[0],
    restsForMs: (person: Person, kind: string): number => {
      const recent = listRecent(person)
      const ofKind = recent.filter((cutOff) => cutOff.kind === kind)
      return Math.max(restEndsAtMs(ofKind, 1), restEndsAtMs(recent, toleratedCutOffs)) - now()
    },
    noteCutOff: (person: Person, kind: string): void => {
      person.cutOffs = [...listRecent(person), { kind, atMs: now() }]
      const rejection = notNow(
        429,
        'Cancelled because another request of yours timed out. Request less data at a time.',
        restMs,
      )
      const isRefused = (waiting: Waiting) => waiting.kind === kind || person.cutOffs.length > toleratedCutOffs
      for (const { refuse } of person.waiting.filter(isRefused)) refuse(rejection)
    },
  }
}

interface Wait extends Pick<Share, 'kind' | 'signal'> {
  readonly longestStandstillMs: number
  readonly onStart: () => void
}

const waitFor = (person: Person, { kind, signal, longestStandstillMs, onStart }: Wait): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(tooLong)
      signal?.removeEventListener('abort', leave)
      person.waiting = person.waiting.filter((other) => other !== waiting)
    }
    const refuse = (error: DataApiError): void => {
      settle()
      reject(error)
    }
    const leave = (): void =>
      refuse(new DataApiError(clientClosedRequest, 'PGRST003', 'The client closed the connection.'))
    const waiting: Waiting = {
      kind,
      start: () => {
        settle()
        onStart()
        resolve()
      },
      refuse,
      restartTimeout: () => void tooLong.refresh(),
    }
    const tooLong = setTimeout(
      () =>
        refuse(
          notNow(
            503,
            'The database has not finished a request for too long, so this one timed out while waiting. Try again in a moment.',
            restMs,
          ),
        ),
      longestStandstillMs,
    )
    person.waiting.push(waiting)
    if (signal?.aborted === true) leave()
    else signal?.addEventListener('abort', leave)
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
    first.waiting[0]?.start()
    next()
  }
  const waitTurn = (person: Person, share: Share): Promise<void> => {
    const onStart = () => {
      running += 1
      person.running += 1
    }
    const turn = waitFor(person, { ...share, longestStandstillMs, onStart })
    next()
    return turn
  }

  return {
    run: async (share, work) => {
      const person = people.of(share.person)
      const restsForMs = people.restsForMs(person, share.kind)
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
      await waitTurn(person, share).catch((error: unknown) => {
        people.forget(share.person, person)
        throw error
      })
      try {
        return await work()
      } catch (error) {
        if (isCancelled(error)) people.noteCutOff(person, share.kind)
        throw error
      } finally {
        running -= 1
        person.running -= 1
        people.noteProgress()
        people.forget(share.person, person)
        next()
      }
    },
  }
}
