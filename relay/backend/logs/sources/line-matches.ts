import type { LogLine } from '#shared/logs/log-routes.ts'
import type { LogFilter } from '#relay/backend/logs/log-source.ts'

type TextFilter = Pick<LogFilter, 'labels' | 'text' | 'pattern'>

export const matchesText = ({ labels, text, pattern }: TextFilter): ((line: LogLine) => boolean) => {
  const wanted = Object.entries(labels)
  const search = text.toLowerCase()
  const hasText = pattern ?? ((message: string) => message.toLowerCase().includes(search))
  return (line) => hasText(line.message) && wanted.every(([name, value]) => line.labels[name] === value)
}
