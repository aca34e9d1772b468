import './properties.css'

export function Properties({ entries }: { readonly entries: readonly (readonly [string, React.ReactNode])[] }) {
  return (
    <dl className="properties">
      {entries.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name} className="properties-entry">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
