export const decompressRows = async (gzip: ArrayBuffer | Uint8Array): Promise<unknown[]> => {
  const packed = new Blob([new Uint8Array(gzip)]).stream().pipeThrough(new DecompressionStream('gzip'))
  const rows: unknown = await new Response(packed).json()
  if (!Array.isArray(rows)) throw new Error('Compressed snapshot is not a list of rows.')
  return rows
}
