import type { Mask } from '#relay/backend/secrets/mask.ts'

const sampleBytes = 8_192

/** One character per byte, so that a file of any encoding keeps every other byte. */
const toBytesText = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** Masks secrets in the bytes of a file. Those of a binary file become as many asterisks, so that its offsets stay valid. */
export async function* maskBytes(bytes: AsyncIterable<Buffer>, { texts }: Pick<Mask, 'texts'>): AsyncGenerator<Buffer> {
  const secrets = [...texts].map(toBytesText).sort((one, other) => other.length - one.length)
  const longest = secrets[0]?.length ?? 0
  let isBinary: boolean | undefined
  let carried = ''
  for await (const chunk of bytes) {
    isBinary ??= chunk.subarray(0, sampleBytes).includes(0)
    let text = carried + chunk.toString('latin1')
    for (const secret of secrets)
      if (text.includes(secret)) text = text.replaceAll(secret, '*'.repeat(isBinary ? secret.length : 3))
    // A secret can begin in this chunk and end in the next one.
    const end = Math.max(0, text.length - longest)
    yield Buffer.from(text.slice(0, end), 'latin1')
    carried = text.slice(end)
  }
  yield Buffer.from(carried, 'latin1')
}
