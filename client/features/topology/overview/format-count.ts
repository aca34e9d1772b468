export const formatCount = (count: number, one: string, several: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`
