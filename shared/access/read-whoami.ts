import { whoamiRoute } from './whoami.ts'

export const readWhoami = (text: string) => {
  const { user, roles, grants } = whoamiRoute.response.parse(JSON.parse(text))
  return { id: user.id, name: user.name, email: user.email, roles, grants }
}
