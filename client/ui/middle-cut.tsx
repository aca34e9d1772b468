import './middle-cut.css'

interface MiddleCutProps {
  readonly text: string
  readonly title?: string
  readonly tail?: number
}

export function MiddleCut({ text, title = text, tail = 14 }: MiddleCutProps) {
  if (text.length <= tail + 8) {
    return (
      <span className="cut" title={title}>
        {text}
      </span>
    )
  }
  return (
    <span className="middle-cut" title={title}>
      <span>{text.slice(0, -tail)}</span>
      <span>{text.slice(-tail)}</span>
    </span>
  )
}
