import './middle-cut.css'

export function MiddleCut({ text, tail = 14 }: { readonly text: string; readonly tail?: number }) {
  if (text.length <= tail + 8) {
    return (
      <span className="cut" title={text}>
        {text}
      </span>
    )
  }
  return (
    <span className="middle-cut" title={text}>
      <span>{text.slice(0, -tail)}</span>
      <span>{text.slice(-tail)}</span>
    </span>
  )
}
