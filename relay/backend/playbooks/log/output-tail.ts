const bytesMax = 64 * 1024

export class OutputTail {
  #pieces: string[] = []
  #size = 0
  #dropped = 0

  add(text: string): void {
    this.#pieces.push(text)
    this.#size += text.length
    if (this.#size > 2 * bytesMax) this.#shrink()
  }

  get text(): string {
    if (this.#size > bytesMax) this.#shrink()
    const tail = this.#pieces.join('')
    return this.#dropped === 0 ? tail : `… ${this.#dropped} earlier lines are in the log\n${tail}`
  }

  #shrink(): void {
    let from = 0
    while (this.#size > bytesMax && from < this.#pieces.length - 1) {
      this.#size -= this.#pieces[from]?.length ?? 0
      from += 1
    }
    this.#dropped += from
    this.#pieces = this.#pieces.slice(from)
  }
}
