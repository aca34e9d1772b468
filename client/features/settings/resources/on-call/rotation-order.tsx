import { ArrowDown, ArrowUp, Cross } from '@blueprintjs/icons'
import type { OnCallTeam } from '#client/domain/on-call/on-call-api.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'

interface RotationOrderProps {
  readonly people: OnCallTeam['people']
  readonly order: readonly string[]
  readonly onChange: (order: readonly string[]) => void
  readonly firstRef: React.Ref<HTMLSelectElement>
}

const moved = (order: readonly string[], from: number, to: number): readonly string[] => {
  const rest = order.toSpliced(from, 1)
  return order[from] === undefined ? order : rest.toSpliced(to, 0, order[from])
}

export function RotationOrder({ people, order, onChange, firstRef }: RotationOrderProps) {
  const offered = people.filter(({ id }) => !order.includes(id)).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className="rotation-order">
      <ol aria-label="Rotation order">
        {order.map((id, index) => {
          const person = people.find((each) => each.id === id)
          const name = person?.name ?? 'former team member'
          return (
            <li key={id}>
              {person === undefined ? null : <Avatar person={person} />}
              <span className={person === undefined ? 'cut dim' : 'cut'}>{name}</span>
              <Button
                small
                look="minimal"
                icon={<ArrowUp />}
                aria-label={`Move ${name} up`}
                disabled={index === 0}
                onClick={() => onChange(moved(order, index, index - 1))}
              />
              <Button
                small
                look="minimal"
                icon={<ArrowDown />}
                aria-label={`Move ${name} down`}
                disabled={index === order.length - 1}
                onClick={() => onChange(moved(order, index, index + 1))}
              />
              <Button
                small
                look="minimal"
                icon={<Cross />}
                aria-label={`Remove ${name}`}
                onClick={() => onChange(order.filter((each) => each !== id))}
              />
            </li>
          )
        })}
      </ol>
      {offered.length === 0 && people.length > 0 ? null : (
        <OptionSelect
          ref={firstRef}
          fill
          aria-label="Add person"
          options={offered}
          none={people.length === 0 ? 'The team has no members yet' : 'Add person…'}
          value=""
          onChange={(id) => onChange(id === '' ? order : [...order, id])}
        />
      )}
    </div>
  )
}
