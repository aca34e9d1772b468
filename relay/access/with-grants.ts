import type { Principal } from '#shared/access/decide.ts'
import type { SignIn } from '#relay/access/sign-in.ts'

interface GrantBook {
  readonly of: (person: {
    readonly id: string
    readonly roles: readonly string[]
  }) => Promise<Pick<Principal, 'teams' | 'grants'>>
  readonly onChange: (listener: () => void) => () => void
}

export const withGrants = <Access extends SignIn>(access: Access, book: GrantBook): Access => ({
  ...access,
  findViewer: async (credentials) => {
    const viewer = await access.findViewer(credentials)
    return viewer === null ? null : { ...viewer, ...(await book.of(viewer)) }
  },
  onChange: (listener) => {
    const stops = [access.onChange(listener), book.onChange(() => listener(null))]
    return () => stops.forEach((stop) => stop())
  },
})
