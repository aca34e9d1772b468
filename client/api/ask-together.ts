interface Waiting<Answer> {
  readonly id: string
  readonly resolve: (answer: Answer | null) => void
  readonly reject: (error: unknown) => void
}

/**
 * Asks about many things in one question: what is asked for in one turn goes together, at most so many at a time. A thing that the
 * answer does not name gets null; everybody whose question failed is told.
 */
export const askTogether = <Answer>(
  most: number,
  ask: (ids: readonly string[]) => Promise<Readonly<Record<string, Answer>>>,
): ((id: string) => Promise<Answer | null>) => {
  let waiting: Waiting<Answer>[] = []
  const send = async (asked: readonly Waiting<Answer>[]) => {
    try {
      const answers = await ask([...new Set(asked.map(({ id }) => id))])
      for (const { id, resolve } of asked) resolve(answers[id] ?? null)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
  const sendAll = () => {
    const all = waiting
    waiting = []
    for (let at = 0; at < all.length; at += most) void send(all.slice(at, at + most))
  }
  return (id) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(sendAll)
      waiting.push({ id, resolve, reject })
    })
}
