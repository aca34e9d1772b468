import type { KeyRing } from '#relay/backend/secrets/key-ring.ts'
import { keyIdBytes, replaceSealed, sealedText, type SealedPart } from '#relay/backend/secrets/sealed-text.ts'

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
  /** What the newest key did not seal, sealed by it. `unread` is told of each part that no key opens, which stays as it is. */
  resealValue<T>(value: T, place: SealedPlace, unread: () => void): T
}

const purposeOf = ({ relation, column, row }: SealedPlace) => JSON.stringify([relation, column, row])

const idOf = ({ fingerprint }: KeyRing) => fingerprint.subarray(0, keyIdBytes)

/** Seals by the newest key and opens what any of them sealed. */
export const createVault = (newest: KeyRing, older: readonly KeyRing[] = []): Vault => {
  const rings = [newest, ...older]
  const opened = ({ keyId, bytes }: SealedPart, place: SealedPlace): string => {
    for (const ring of rings) {
      if (keyId !== undefined && !idOf(ring).equals(keyId)) continue
      try {
        return ring.open(bytes, purposeOf(place))
      } catch {
        // Another key, as far as the text says.
      }
    }
    throw new UnreadableSecretError()
  }
  const seal = (text: string, place: SealedPlace) => sealedText(idOf(newest), newest.seal(text, purposeOf(place)))
  const open = (text: string, place: SealedPlace): string => replaceSealed(text, (part) => opened(part, place))
  const openOrLeave = (text: string, place: SealedPlace): string => {
    try {
      return open(text, place)
    } catch {
      return text
    }
  }
  const reseal = (part: SealedPart, text: string, place: SealedPlace, unread: () => void): string => {
    if (part.keyId?.equals(idOf(newest)) === true) return text
    try {
      return seal(opened(part, place), place)
    } catch {
      unread()
      return text
    }
  }
  return {
    seal,
    open,
    openValue: (value, place) => mapTexts(value, (text) => openOrLeave(text, place)),
    resealValue: (value, place, unread) =>
      mapTexts(value, (text) => replaceSealed(text, (part, stands) => reseal(part, stands, place, unread))),
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
