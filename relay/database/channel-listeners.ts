type OnNotify = (payload: string) => void

export class ChannelListeners {
  readonly #byChannel = new Map<string, Set<OnNotify>>()

  channels(): Iterable<string> {
    return this.#byChannel.keys()
  }

  add(channel: string, onNotify: OnNotify): () => boolean {
    const same = this.#byChannel.get(channel) ?? new Set()
    this.#byChannel.set(channel, same)
    const listener: OnNotify = (payload) => onNotify(payload)
    same.add(listener)
    return () => {
      same.delete(listener)
      if (same.size > 0 || this.#byChannel.get(channel) !== same) return false
      return this.#byChannel.delete(channel)
    }
  }

  notify(channel: string, payload: string): void {
    for (const listener of this.#byChannel.get(channel) ?? []) listener(payload)
  }

  notifyAll(): void {
    for (const channel of this.#byChannel.keys()) this.notify(channel, '')
  }
}
