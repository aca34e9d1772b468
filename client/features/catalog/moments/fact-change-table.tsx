import type { Facts } from './moment-head.tsx'
import { factChanges } from './fact-changes.ts'

export function FactChangeTable({ was, is }: { readonly was: Facts; readonly is: Facts }) {
  const changes = factChanges(was, is)
  if (changes.length === 0) return null
  return (
    <section className="moment-facts" aria-label="Changes outside the document">
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, was: before, is: after }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{before ?? <span className="faint">none</span>}</td>
              <td>{after ?? <span className="faint">none</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
