/** Round robin over owners, so that many items of one do not block another's few. */
export class FairQueue<Item> {
  readonly #waiting = new Map<string, Item[]>()

  push(owner: string, item: Item): void {
    const own = this.#waiting.get(owner)
    if (own === undefined) this.#waiting.set(owner, [item])
    else own.push(item)
  }

  take(): Item | undefined {
    for (const [owner, items] of this.#waiting) {
      const item = items.shift()
      this.#waiting.delete(owner)
      if (items.length > 0) this.#waiting.set(owner, items)
      return item
    }
    return undefined
  }
}
