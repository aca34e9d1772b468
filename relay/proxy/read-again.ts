const closedCodes: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** Also how a connection fails that the other side closed while it was idle. */
export const isClosedConnection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && closedCodes.has(error.code)

/** Reads once more when the connection was closed, as browsers do. Only for requests without side effects. */
export const readAgain = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    if (!isClosedConnection(error)) throw error
    return read()
  }
}
