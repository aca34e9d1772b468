const headBytes = 8
const frameMax = 16 * 1024 * 1024
const lineMax = 64 * 1024

export async function* framedText(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of body) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= headBytes) {
      const length = rest.readUInt32BE(4)
      if (length > frameMax) throw new Error('Not a log stream of the Docker engine')
      if (rest.length < headBytes + length) break
      yield rest.subarray(headBytes, headBytes + length)
      rest = rest.subarray(headBytes + length)
    }
  }
}

export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    rest = (lines.pop() ?? '').slice(0, lineMax)
    for (const line of lines) if (line !== '') yield line.slice(0, lineMax)
  }
  if (rest !== '') yield rest
}
