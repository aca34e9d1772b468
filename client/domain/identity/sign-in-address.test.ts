import { expect, test } from 'vitest'
import { signInAddress } from './sign-in-address.ts'

const at = { pathname: '/catalog', search: '?type=Pod&name=a%26b' }

test('a 401 leads to the state checker in hosted mode, to the sign-in in identity mode, and nowhere otherwise [ERR-01,ERR-02]', () => {
  expect(signInAddress('hosted', at)).toBe('/auth-state-checker?return_to=%2Fcatalog%3Ftype%3DPod%26name%3Da%2526b')
  expect(signInAddress('identity', at)).toBe('/login?return_to=%2Fcatalog%3Ftype%3DPod%26name%3Da%2526b')
  expect(signInAddress('standalone', at)).toBeNull()
})
