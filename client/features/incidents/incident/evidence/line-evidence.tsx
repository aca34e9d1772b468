export function LineEvidence({ lines }: { readonly lines: Readonly<Record<string, string>> }) {
  const numbered = Object.entries(lines).toSorted(([a], [b]) => Number(a) - Number(b))
  return (
    <ol className="line-evidence" aria-label="Document lines">
      {numbered.map(([number, text]) => (
        <li key={number}>
          <span className="dim tabular">{number}</span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}
