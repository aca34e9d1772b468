import type { KeyRing } from '#relay/backend/secrets/key-ring.ts'
import { replaceSealed, sealedText } from '#relay/backend/secrets/sealed-text.ts'

/** Where a sealed text is kept. Copied anywhere else, it does not open. */
export interface SealedPlace {
  readonly relation: string
  readonly column: string
  /** The primary key of its row. */
  readonly row: string
}

/** A stored secret that was sealed by another key, or for another place. */
export class UnreadableSecretError extends Error {
  constructor() {
    super("The stored password cannot be read with this installation's key; enter it again.")
  }
}

/** Seals texts for the place where they are stored and opens them for the engine that uses them. */
export interface Vault {
  seal(text: string, place: SealedPlace): string
  /** The text with its sealed parts opened. Throws an UnreadableSecretError; what is not sealed comes back as it is. */
  open(text: string, place: SealedPlace): string
  /** The same for all texts in a JSON value; what cannot be opened stays sealed in it. */
  openValue<T>(value: T, place: SealedPlace): T
}

const purposeOf = ({ relation, column, row }: SealedPlace) => JSON.stringify([relation, column, row])

export const createVault = (ring: KeyRing): Vault => {
  const open = (text: string, place: SealedPlace): string =>
    replaceSealed(text, (sealed) => {
      try {
        return ring.open(sealed, purposeOf(place))
      } catch {
        throw new UnreadableSecretError()
      }
    })
  const openOrLeave = (text: string, place: SealedPlace): string => {
    try {
      return open(text, place)
    } catch {
      return text
    }
  }
  return {
    seal: (text, place) => sealedText(ring.seal(text, purposeOf(place))),
    open,
    openValue: (value, place) => mapTexts(value, (text) => openOrLeave(text, place)),
  }
}

/** The same JSON value with each of its texts replaced. Parts in which nothing changed are the same objects. */
const mapTexts = <T>(value: T, change: (text: string) => string): T => mapped(value, change) as T

const mapped = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const members = value.map((member) => mapped(member, change))
    return members.every((member, index) => member === value[index]) ? value : members
  }
  const entries = Object.entries(value).map(([name, member]): [string, unknown, boolean] => {
    const made = mapped(member, change)
    return [name, made, made !== member]
  })
  return entries.some(([, , changed]) => changed)
    ? Object.fromEntries(entries.map(([name, member]) => [name, member]))
    : value
}
