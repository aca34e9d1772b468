import type { KeyRing } from '#relay/backend/secrets/key-ring.ts'
import { keyIdBytes, replaceSealed, sealedText, type SealedPart } from '#relay/backend/secrets/sealed-text.ts'

/** Security: a sealed text copied to another location does not open. */
export interface SealedLocation {
  readonly relation: string
  readonly column: string
  readonly row: string
}

export const unreadableSecret = "The stored password cannot be decrypted with this installation's key. Enter it again."

export interface Vault {
  seal(text: string, location: SealedLocation): string
  open(text: string, location: SealedLocation): string
  openValue<T>(value: T, location: SealedLocation): T
  /** `unread` is called for each part that no key opens; it stays unchanged. */
  resealValue<T>(value: T, location: SealedLocation, unread: () => void): T
}

const toPurpose = ({ relation, column, row }: SealedLocation) => JSON.stringify([relation, column, row])

const toKeyId = ({ fingerprint }: KeyRing) => fingerprint.subarray(0, keyIdBytes)

export const createVault = (newest: KeyRing, older: readonly KeyRing[] = []): Vault => {
  const rings = [newest, ...older]
  const opened = ({ keyId, bytes }: SealedPart, location: SealedLocation): string => {
    for (const ring of rings) {
      if (keyId !== undefined && !toKeyId(ring).equals(keyId)) continue
      try {
        return ring.open(bytes, toPurpose(location))
      } catch {}
    }
    throw new Error(unreadableSecret)
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
