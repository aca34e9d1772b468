import { z } from 'zod'
import type { ItemLink } from '#relay/backend/catalog/scraped-item.ts'
import type { FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'

const userType = 'GitHub::User'
export const teamType = 'GitHub::Team'
export const organizationType = 'GitHub::Organization'
export const repositoryType = 'GitHub::Repository'

export const userSchema = z.looseObject({ login: z.string(), id: z.number(), type: z.string().nullish() })
type User = z.infer<typeof userSchema>

interface Person {
  readonly user: User
  readonly links: ItemLink[]
}

/** One user may belong to several teams and repositories; it is one item with all of its links. */
export class GithubUsers {
  readonly #known = new Map<string, Person>()

  /** The relation is the role that the user has in the target. */
  add(user: User, relation: string, to: ItemLink['to']): void {
    const person = this.#known.get(user.login) ?? { user, links: [] }
    this.#known.set(user.login, person)
    person.links.push({ kind: 'related', relation, to })
  }

  *items(source: string): Generator<FoundItem> {
    for (const { user, links } of this.#known.values())
      yield {
        kind: 'item',
        config: { login: user.login, id: user.id, type: user.type ?? 'User' },
        known: { type: userType, id: user.login, name: user.login, configClass: 'User', source, links },
      }
  }
}
