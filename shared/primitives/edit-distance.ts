export const editDistance = (a: string, b: string): number => {
  let before = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const present = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const replace = (before[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      present.push(Math.min((before[column] ?? 0) + 1, (present[column - 1] ?? 0) + 1, replace))
    }
    before = present
  }
  return before[b.length] ?? 0
}
