/** Who listens to which channels of a database. */
export class Channels {
  readonly #listeners = new Map<string, Set<(payload: string) => void>>()

  names(): Iterable<string> {
    return this.#listeners.keys()
  }

  notify(channel: string, payload: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(payload)
  }

  /** Notifications may have been missed on every channel. */
  notifyMissed(): void {
    for (const channel of this.names()) this.notify(channel, '')
  }

  /** Calls `onNotify` until the function that it answers is called; that one answers whether nobody listens there any more. */
  add(channel: string, onNotify: (payload: string) => void): () => boolean {
    const same = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, same)
    const listener = (payload: string): void => onNotify(payload)
    same.add(listener)
    return () => {
      same.delete(listener)
      if (same.size > 0 || this.#listeners.get(channel) !== same) return false
      return this.#listeners.delete(channel)
    }
  }
}

export const listenSql = (channel: string): string => `listen "${channel.replaceAll('"', '""')}"`
export const unlistenSql = (channel: string): string => `un${listenSql(channel)}`
