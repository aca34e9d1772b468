import type { LogLine } from '#shared/playbooks/log-line.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import type { ChunkWriter } from '#relay/backend/playbooks/log/chunk-writer.ts'
import { LineSplitter, type SplitLine } from '#relay/backend/playbooks/log/line-splitter.ts'
import { OutputTail } from '#relay/backend/playbooks/log/output-tail.ts'

export type OutputStream = 1 | 2

interface ActionLogOptions {
  readonly actionId: string
  readonly writer: Pick<ChunkWriter, 'write' | 'showOpenLines'>
  readonly mask: Mask
  readonly bytesMax: number
  readonly onRoom: () => void
}

const chunkBytes = 64 * 1024
const chunkEveryMs = 100
const openLinesEveryMs = 200
const openTextMax = 4 * 1024
const lineMax = 64 * 1024
const fullAt = 512 * 1024
const roomAt = 256 * 1024
const ansi = '\u001B['

/** Of a progress bar, what was written since the last carriage return within the limit. */
const newestPart = (text: string): string => {
  if (text.length <= openTextMax) return text
  const from = text.lastIndexOf('\r', text.length - 2)
  return from >= 0 && text.length - from <= openTextMax ? text.slice(from) : text.slice(0, openTextMax)
}

/**
 * Chunks are written every 100 ms or 64 KB. While `full`, callers must wait for `onRoom`, so that an action that
 * prints faster than the database writes does not fill the memory.
 */
export class ActionLog {
  readonly #options: ActionLogOptions
  readonly #splitters: Record<OutputStream, LineSplitter>
  readonly #tails: Record<OutputStream, OutputTail> = { 1: new OutputTail(), 2: new OutputTail() }
  #lines: LogLine[] = []
  #size = 0
  #about = { hasAnsi: false, replacedLines: 0, longLines: 0 }
  #next = 1
  #keptBytes = 0
  #unwritten = 0
  #wasFull = false
  #writes = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #openTimer: NodeJS.Timeout | undefined
  #shownOpen = '[]'
  #lostFrom: number | undefined
  #lossReason = ''

  constructor(options: ActionLogOptions) {
    this.#options = options
    const { texts } = options.mask
    this.#splitters = { 1: new LineSplitter(lineMax, texts), 2: new LineSplitter(lineMax, texts) }
  }

  get full(): boolean {
    return this.#unwritten >= fullAt
  }

  write(stream: OutputStream, bytes: Buffer): void {
    this.#add(stream, this.#splitters[stream].push(bytes))
    this.#openTimer ??= setTimeout(() => this.#showOpenLines(), openLinesEveryMs)
  }

  tail(stream: OutputStream): string {
    return this.#tails[stream].text
  }

  finish(): void {
    for (const stream of [1, 2] as const) this.#add(stream, this.#splitters[stream].end())
  }

  async end(): Promise<string | null> {
    this.finish()
    this.#cut()
    this.#showOpenLines()
    await Promise.all(this.#writes)
    if (this.#lostFrom === undefined) return null
    const lastLine = this.#lostFrom - 1
    const summary = lastLine === 0 ? 'Its output was not stored' : `Its output was stored up to line ${lastLine}`
    return `${summary}: ${this.#lossReason} The command itself was not affected.`
  }

  #add(stream: OutputStream, lines: readonly SplitLine[]): void {
    const time = Date.now()
    for (const { text, bytes, open, long, replaced } of lines) {
      const shown = this.#options.mask.inText(text)
      this.#tails[stream].add(open ? shown : `${shown}\n`)
      if (this.#keptBytes >= this.#options.bytesMax) {
        this.#lose(this.#next, `the limit is ${Math.round(this.#options.bytesMax / 1024 / 1024)} MB per step.`)
      }
      if (this.#lostFrom !== undefined) continue
      this.#lines.push(open ? [this.#next, stream, time, shown, 1] : [this.#next, stream, time, shown])
      this.#next += 1
      this.#size += bytes + 32
      this.#keptBytes += bytes + 1
      this.#about.hasAnsi ||= shown.includes(ansi)
      this.#about.longLines += long ? 1 : 0
      this.#about.replacedLines += replaced ? 1 : 0
      if (this.#size >= chunkBytes) this.#cut()
    }
    if (this.#lines.length > 0) this.#timer ??= setTimeout(() => this.#cut(), chunkEveryMs)
  }

  #showOpenLines(): void {
    clearTimeout(this.#openTimer)
    this.#openTimer = undefined
    const texts = ([1, 2] as const).flatMap((stream): [OutputStream, string][] => {
      const text = this.#lostFrom === undefined ? this.#options.mask.inText(this.#splitters[stream].openText()) : ''
      return text === '' ? [] : [[stream, newestPart(text)]]
    })
    const lines = texts.map(([stream, text], index): LogLine => [this.#next + index, stream, Date.now(), text, 1])
    const shown = JSON.stringify(texts.map(([stream, text], index) => [this.#next + index, stream, text]))
    if (shown === this.#shownOpen) return
    this.#shownOpen = shown
    this.#options.writer.showOpenLines(this.#options.actionId, lines)
  }

  #cut(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const [first] = this.#lines
    if (first === undefined) return
    const [firstLine] = first
    const body = JSON.stringify(this.#lines)
    const chunk = { actionId: this.#options.actionId, firstLine, lineCount: this.#lines.length, ...this.#about, body }
    this.#lines = []
    this.#size = 0
    this.#unwritten += body.length
    if (this.full) this.#wasFull = true
    const written = this.#options.writer
      .write(chunk)
      .catch((error: unknown) => this.#lose(firstLine, `${toErrorMessage(error)}.`))
      .finally(() => {
        this.#writes.delete(written)
        this.#unwritten -= body.length
        if (this.#wasFull && this.#unwritten <= roomAt) {
          this.#wasFull = false
          this.#options.onRoom()
        }
      })
    this.#writes.add(written)
  }

  #lose(fromLine: number, reason: string): void {
    if (this.#lostFrom !== undefined && this.#lostFrom <= fromLine) return
    this.#lostFrom = fromLine
    this.#lossReason = reason.replace(/\.\.$/, '.')
  }
}
