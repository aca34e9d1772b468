interface PartProps {
  readonly title: string
  readonly aside?: React.ReactNode
  readonly children: React.ReactNode
}

export function ResultPart({ title, aside, children }: PartProps) {
  return (
    <section aria-label={title}>
      <div className="check-result-head">
        <h3>{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
