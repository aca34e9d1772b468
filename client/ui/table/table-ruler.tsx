import './table-ruler.css'

export function TableRuler({ ref }: { readonly ref: React.Ref<HTMLSpanElement> }) {
  return <span ref={ref} className="table-ruler" />
}
