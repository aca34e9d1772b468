/** Milliseconds. `due` must not change while the item is in the heap. */
interface Due {
  readonly due: number
}

export class TimerHeap<Item extends Due> {
  readonly #items: Item[] = []

  peek(): Item | undefined {
    return this.#items[0]
  }

  push(item: Item): void {
    const items = this.#items
    let at = items.length
    items.push(item)
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = items[parent]
      if (above === undefined || above.due <= item.due) break
      items[at] = above
      at = parent
    }
    items[at] = item
  }

  pop(): Item | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (first === undefined || last === undefined || items.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      let below = items[child]
      if (below === undefined) break
      const right = items[child + 1]
      if (right !== undefined && right.due < below.due) {
        child += 1
        below = right
      }
      if (below.due >= last.due) break
      items[at] = below
      at = child
    }
    items[at] = last
    return first
  }

  get size(): number {
    return this.#items.length
  }

  keep(shouldKeep: (item: Item) => boolean): void {
    const remaining = this.#items.filter(shouldKeep)
    this.clear()
    for (const item of remaining) this.push(item)
  }

  clear(): void {
    this.#items.length = 0
  }
}
