import { isOwnPicture } from '#shared/identity/picture-address.ts'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import './avatar.css'

export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly avatar: string | null
}

type Pictured = Omit<Person, 'email'> & Partial<Pick<Person, 'email'>>

const getInitials = ({ name, email = '' }: Pictured): string => {
  const parts = (name || email).split(/[\s@._-]+/).filter(Boolean)
  return parts
    .slice(0, 2)
    .map((part) => part[0]?.toUpperCase())
    .join('')
}

export function Avatar({ person }: { readonly person: Pictured }) {
  const name = person.name || person.email
  const picture =
    person.avatar !== null && isOwnPicture(person.avatar, readAuthMode() === 'hosted') ? person.avatar : null
  return (
    <span className="avatar" title={name}>
      {picture === null ? getInitials(person) : <img src={picture} alt={name} referrerPolicy="no-referrer" />}
    </span>
  )
}
