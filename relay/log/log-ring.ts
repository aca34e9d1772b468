import { mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'

const folder = 'log'
const maxBytes = 8 * 1024 * 1024

export const consoleLogFiles = (dataDir: string): readonly [string, string] => [
  join(dataDir, folder, 'console.log'),
  join(dataDir, folder, 'console.1.log'),
]

const readSize = (path: string): number => {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

/** Readable by the owner alone. A failed write only loses the line here. */
export const openLogRing = (dataDir: string, shown: (line: string) => string, most = maxBytes) => {
  const [current, before] = consoleLogFiles(dataDir)
  mkdirSync(join(dataDir, folder), { recursive: true, mode: 0o700 })
  let bytes = readSize(current)
  const file = pino.destination({ dest: current, append: true, sync: true, mode: 0o600 })
  file.on('error', () => undefined)
  const turnOver = () => {
    try {
      renameSync(current, before)
      file.reopen()
      bytes = 0
    } catch {}
  }
  return {
    write: (line: string) => {
      const text = shown(line)
      const length = Buffer.byteLength(text)
      if (bytes > 0 && bytes + length > most) turnOver()
      file.write(text)
      bytes += length
    },
    close: () => file.end(),
  }
}
