const minuteMs = 60_000
const units = [
  { word: 'd', ms: 1_440 * minuteMs },
  { word: 'h', ms: 60 * minuteMs },
  { word: 'min', ms: minuteMs },
  { word: 's', ms: 1_000 },
] as const

/** A length of time within a sentence, in its two largest units, seconds only below a minute: `14 min`, `2 h 5 min`, `41 s`. */
export const formatSpan = (ms: number): string => {
  const first = Math.max(
    units.findIndex((unit) => ms >= unit.ms),
    ms < 1_000 ? 3 : 0,
  )
  const { word, ms: length } = units[first] ?? units[3]
  const whole = `${Math.floor(ms / length)} ${word}`
  const second = first < 2 ? units[first + 1] : undefined
  const rest = second === undefined ? 0 : Math.floor((ms % length) / second.ms)
  return rest === 0 ? whole : `${whole} ${rest} ${second?.word}`
}
