export const silenceDurations = [
  { value: 'now+1h', label: '1 hour' },
  { value: 'now+4h', label: '4 hours' },
  { value: 'now+12h', label: '12 hours' },
  { value: 'now+1d', label: '1 day' },
  { value: 'now+7d', label: '1 week' },
  { value: 'indefinitely', label: 'Indefinitely' },
  { value: 'other', label: 'Until a specific time' },
]
