import type { FileHandle } from 'node:fs/promises'

const blockBytes = 256 * 1024
const lineMaxBytes = 64 * 1024
const lineEnd = 0x0a

/**
 * Skips empty lines and truncates lines over 64 KB; holds at most a block and a line in memory. Stops if the file is
 * truncated meanwhile. Of a skipped block only the oldest line is returned.
 */
export async function* linesBackwards(
  file: FileHandle,
  signal: AbortSignal,
  isPassedOver: (lines: string) => boolean = () => false,
): AsyncGenerator<string> {
  let { size: left } = await file.stat()
  let unended: Uint8Array = new Uint8Array()
  while (left > 0) {
    signal.throwIfAborted()
    const length = Math.min(blockBytes, left)
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, left - length)
    if (bytesRead < length) return
    left -= length
    const bytes = Buffer.concat([buffer, unended])
    let end = bytes.length
    const firstEnd = bytes.indexOf(lineEnd)
    if (firstEnd >= 0 && isPassedOver(bytes.toString('utf8', firstEnd + 1))) {
      const oldestEnd = bytes.indexOf(lineEnd, firstEnd + 1)
      const oldest = decodeText(bytes.subarray(firstEnd + 1, oldestEnd < 0 ? end : oldestEnd))
      if (oldest !== '') yield oldest
      end = firstEnd
    }
    while (end > 0) {
      const start = bytes.lastIndexOf(lineEnd, end - 1)
      if (start < 0) break
      const text = decodeText(bytes.subarray(start + 1, end))
      if (text !== '') yield text
      end = start
    }
    unended = Buffer.from(bytes.subarray(0, Math.min(end, lineMaxBytes)))
  }
  if (unended.length > 0) yield decodeText(unended)
}

const decodeText = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, lineMaxBytes)).toString('utf8')
  return text.endsWith('\r') ? text.slice(0, -1) : text
}
