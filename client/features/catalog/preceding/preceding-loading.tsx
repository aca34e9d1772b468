import './preceding.css'

/** Also shown while the code of the list loads, so that what is below does not move under the pointer. */
export function PrecedingLoading() {
  return (
    <section className="preceding" aria-label="Preceding changes">
      <h3>Preceding changes</h3>
      <p className="dim">Loading preceding changes…</p>
    </section>
  )
}
