import './list-head.css'

/** The line of what a list knows: one element a fact; what counts most in `b`. */
export function ListFacts({ children }: { readonly children: React.ReactNode }) {
  return <p className="list-facts tabular">{children}</p>
}
