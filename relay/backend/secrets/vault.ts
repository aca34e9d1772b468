import type { KeyRing } from '#relay/backend/secrets/key-ring.ts'
import { keyIdBytes, replaceSealed, sealedText, type SealedPart } from '#relay/backend/secrets/sealed-text.ts'

/** Where a sealed text is kept. Copied anywhere else, it does not open. */
export interface SealedLocation {
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
  seal(text: string, location: SealedLocation): string
  /** The text with its sealed parts opened. Throws an UnreadableSecretError; what is not sealed comes back as it is. */
  open(text: string, location: SealedLocation): string
  /** The same for all texts in a JSON value; what cannot be opened stays sealed in it. */
  openValue<T>(value: T, location: SealedLocation): T
  /** What the newest key did not seal, sealed by it. `unread` is told of each part that no key opens, which stays as it is. */
  resealValue<T>(value: T, location: SealedLocation, unread: () => void): T
}

const toPurpose = ({ relation, column, row }: SealedLocation) => JSON.stringify([relation, column, row])

const toKeyId = ({ fingerprint }: KeyRing) => fingerprint.subarray(0, keyIdBytes)

/** Seals by the newest key and opens what any of them sealed. */
export const createVault = (newest: KeyRing, older: readonly KeyRing[] = []): Vault => {
  const rings = [newest, ...older]
  const opened = ({ keyId, bytes }: SealedPart, location: SealedLocation): string => {
    for (const ring of rings) {
      if (keyId !== undefined && !toKeyId(ring).equals(keyId)) continue
      try {
        return ring.open(bytes, toPurpose(location))
      } catch {
        // Another key, as far as the text says.
      }
    }
    throw new UnreadableSecretError()
  }
  const seal = (text: string, location: SealedLocation) =>
    sealedText(toKeyId(newest), newest.seal(text, toPurpose(location)))
  const open = (text: string, location: SealedLocation): string => replaceSealed(text, (part) => opened(part, location))
  const openOrLeave = (text: string, location: SealedLocation): string => {
    try {
      return open(text, location)
    } catch {
      return text
    }
  }
  const reseal = (part: SealedPart, text: string, location: SealedLocation, unread: () => void): string => {
    if (part.keyId?.equals(toKeyId(newest)) === true) return text
    try {
      return seal(opened(part, location), location)
    } catch {
      unread()
      return text
    }
  }
  return {
    seal,
    open,
    openValue: (value, location) => mapTexts(value, (text) => openOrLeave(text, location)),
    resealValue: (value, location, unread) =>
      mapTexts(value, (text) => replaceSealed(text, (part, partText) => reseal(part, partText, location, unread))),
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
