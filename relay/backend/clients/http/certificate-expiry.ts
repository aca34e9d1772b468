import type { DetailedPeerCertificate } from 'node:tls'

export interface CertificateExpiry {
  readonly host: string
  readonly name: string
  readonly isOfHost: boolean
  readonly expiresAt: number
}

/** The certificates of a chain, as sent by the server and completed from the trusted authorities. */
export const listExpiries = (host: string, certificate: DetailedPeerCertificate): CertificateExpiry[] => {
  const found: CertificateExpiry[] = []
  const seen = new Set<DetailedPeerCertificate>()
  // A self-signed certificate is its own issuer. Without certificate the object is empty.
  for (let each = certificate; each?.valid_to !== undefined && !seen.has(each); each = each.issuerCertificate) {
    seen.add(each)
    const expiresAt = Date.parse(each.valid_to)
    const { CN, O } = each.subject
    const name = [CN, O].flat().find((text) => text !== undefined) ?? 'without a name'
    if (!Number.isNaN(expiresAt)) found.push({ host, name, isOfHost: each === certificate, expiresAt })
  }
  return found
}

export const findSoonest = (expiries: readonly CertificateExpiry[]): CertificateExpiry | undefined =>
  expiries.reduce<CertificateExpiry | undefined>(
    (soonest, each) => (soonest === undefined || each.expiresAt < soonest.expiresAt ? each : soonest),
    undefined,
  )
