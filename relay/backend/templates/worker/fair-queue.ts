/** What waits, by whom it is for: each of them in turn gives one, so that nobody's many hold up another's few. */
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
