import './avatar.css'

export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  /** The address of a picture. */
  readonly avatar: string | null
}

const initialsOf = ({ name, email }: Person): string => {
  const words = (name || email).split(/[\s@._-]+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('')
}

/** A person's picture, or the initials where there is none (ledger UI-02). The name is its tooltip. */
export function Avatar({ person }: { readonly person: Person }) {
  const name = person.name || person.email
  return (
    <span className="avatar" title={name}>
      {person.avatar ? <img src={person.avatar} alt={name} referrerPolicy="no-referrer" /> : initialsOf(person)}
    </span>
  )
}
