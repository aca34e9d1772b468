const rotate = (value: number, bits: number): number => ((value << bits) | (value >>> (32 - bits))) >>> 0

const rounds = [
  {
    constant: 0,
    mix: (x: number, y: number, z: number) => (x & y) | (~x & z),
    order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    shifts: [3, 7, 11, 19],
  },
  {
    constant: 0x5a_82_79_99,
    mix: (x: number, y: number, z: number) => (x & y) | (x & z) | (y & z),
    order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    shifts: [3, 5, 9, 13],
  },
  {
    constant: 0x6e_d9_eb_a1,
    mix: (x: number, y: number, z: number) => x ^ y ^ z,
    order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
    shifts: [3, 9, 11, 15],
  },
] as const

/** RFC 1320. OpenSSL has it only in its legacy provider, and NTLM needs it. */
export const md4 = (message: Buffer): Buffer => {
  const padded = Buffer.alloc(Math.ceil((message.length + 9) / 64) * 64)
  message.copy(padded)
  padded[message.length] = 0x80
  padded.writeBigUInt64LE(BigInt(message.length) * 8n, padded.length - 8)
  let state: [number, number, number, number] = [0x67_45_23_01, 0xef_cd_ab_89, 0x98_ba_dc_fe, 0x10_32_54_76]
  for (let block = 0; block < padded.length; block += 64) {
    let [a, b, c, d] = state
    for (const { constant, mix, order, shifts } of rounds)
      for (const [step, index] of order.entries()) {
        const word = padded.readUInt32LE(block + index * 4)
        const next = rotate((a + mix(b, c, d) + word + constant) >>> 0, shifts[step % 4] ?? 0)
        ;[a, d, c, b] = [d, c, b, next]
      }
    state = [(state[0] + a) >>> 0, (state[1] + b) >>> 0, (state[2] + c) >>> 0, (state[3] + d) >>> 0]
  }
  const result = Buffer.alloc(16)
  for (const [index, word] of state.entries()) result.writeUInt32LE(word, index * 4)
  return result
}
