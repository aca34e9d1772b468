import { hash as hashAsTyped } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#relay/backend/identity/identity-settings.ts'
import { HttpError } from '#relay/errors/http-error.ts'
import { createPasswordHasher } from './password-hasher.ts'

const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 }

describe('a password', () => {
  test('is stored in production as argon2id with 19 MiB and two passes', async () => {
    const hasher = await createPasswordHasher(defaultSettings.passwordCost)
    const stored = await hasher.hash('trees grow slowly')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect([await hasher.verify(stored, 'trees grow slowly'), await hasher.verify(stored, 'trees grow fast')]).toEqual([
      true,
      false,
    ])
  })

  test('is salted, and never matches a missing one', async () => {
    const hasher = await createPasswordHasher(cheap)
    expect(await hasher.hash('same')).not.toBe(await hasher.hash('same'))
    expect(await hasher.verify(undefined, 'same')).toBe(false)
  })

  test('matches however its accents are composed, also when it was hashed as typed', async () => {
    const hasher = await createPasswordHasher(cheap)
    const [composed, decomposed] = ['Z\u00fcrich blooms', 'Zu\u0308rich blooms']
    const stored = await hasher.hash(decomposed)
    const typed = await hashAsTyped(decomposed, cheap)
    expect([
      await hasher.verify(stored, composed),
      await hasher.verify(stored, decomposed),
      await hasher.verify(typed, decomposed),
      await hasher.verify(stored, 'Zurich blooms'),
    ]).toEqual([true, true, true, false])
  })

  test('with an outdated cost is reported as such and still matches', async () => {
    const [before, now] = [await createPasswordHasher(cheap), await createPasswordHasher({ ...cheap, timeCost: 2 })]
    const stored = await before.hash('same')
    expect([before.isOutdated(stored), now.isOutdated(stored), await now.verify(stored, 'same')]).toEqual([
      false,
      true,
      true,
    ])
  })

  test('is hashed two at a time, in order, and rejected when too many wait', async () => {
    const hasher = await createPasswordHasher(cheap)
    const results = await Promise.allSettled(Array.from({ length: 70 }, () => hasher.verify(undefined, 'x')))
    const rejected = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect([rejected.length, rejected.every((reason) => reason instanceof HttpError)]).toEqual([4, true])
    expect(await hasher.verify(undefined, 'x')).toBe(false)
  })
})
