const addressed = /^(?<address>[a-z][a-z\d+.-]*:\/\/\S+): (?<cause>\S.*)$/
const exited = /^(?<code>Exit code \d+): (?<cause>\S.*)$/

/** Moves the address or the exit code at the start of a message behind its cause, on one line. */
export const causeFirst = (message: string): string => {
  const line = message.replaceAll(/\s+/g, ' ').trim()
  const { address, code, cause } = (addressed.exec(line) ?? exited.exec(line))?.groups ?? {}
  const context = address ?? code?.toLowerCase()
  return cause === undefined || context === undefined ? line : `${cause.replace(/\.$/, '')} (${context})`
}
