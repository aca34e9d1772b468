import './table-ruler.css'

/** One em of a table's text, unseen: what `useTableRoom` measures by. */
export function TableRuler({ ref }: { readonly ref: React.Ref<HTMLSpanElement> }) {
  return <span ref={ref} className="table-ruler" />
}
