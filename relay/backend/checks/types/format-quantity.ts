/** Without separators of thousands: tests of checks read the message. */
export const formatQuantity = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
