import { whoamiRoute } from './whoami.ts'

/** What a backend's `whoami` says of a person, with the grants and denies about them. Throws when it is none. */
export const readWhoami = (text: string) => {
  const { user, roles, grants } = whoamiRoute.response.parse(JSON.parse(text))
  return { id: user.id, name: user.name, email: user.email, roles, grants }
}
