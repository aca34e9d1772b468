/**
 * Asks the backend with GET, below `/api`, and answers its body. Rejects with a SourceFailure when it cannot be reached
 * or answers with anything but 200.
 */
export type FetchText = (path: string, signal: AbortSignal) => Promise<string>
