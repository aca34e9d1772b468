const bars: Readonly<Record<string, number>> = {
  proven: 5,
  likely: 4,
  possible: 3,
  unlikely: 2,
  improbable: 1,
  disproven: 0,
}
const fiveBars = [1, 2, 3, 4, 5] as const

export function Belief({ status }: { readonly status: string }) {
  const filled = bars[status] ?? 0
  return (
    <svg className="belief" viewBox="0 0 18 12" aria-hidden="true">
      {status === 'disproven' ? (
        <path d="M5 2l8 8M13 2l-8 8" fill="none" stroke="currentColor" strokeWidth="1.6" />
      ) : (
        fiveBars.map((bar) => (
          <rect key={bar} x={(bar - 1) * 3.6} y="1" width="2.2" height="10" opacity={bar <= filled ? 1 : 0.22} />
        ))
      )}
    </svg>
  )
}
