/** Bodies are JSON whatever they are called; an empty one is none, as clients send it with a JSON content type. */
export const readJson = async (_request: unknown, body: string | Buffer): Promise<unknown> => {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(body.toString())
  } catch {
    throw Object.assign(new Error('The body is no JSON.'), { statusCode: 400 })
  }
}
