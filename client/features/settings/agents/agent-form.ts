import { z } from 'zod'
import { generateAgentRoute } from '#shared/agents/agent-routes.ts'
import type { AgentNamed } from '#machines/settings/agent-dialog-machine.ts'

interface AgentForm {
  readonly name: string
  /** Format: `region=eu, site=FRA`. */
  readonly labels: string
  readonly schedule: string
}

export const emptyAgent: AgentForm = { name: '', labels: '', schedule: '' }

export const scraperSchedules = ['@every 15m', '@every 30m', '@hourly', '@every 2h', '@every 4h', '@daily'] as const

const parseLabels = (text: string): Readonly<Record<string, string>> | undefined => {
  const pairs = text.split(',').map((part) => part.trim())
  const read = pairs.filter((part) => part !== '').map((part) => /^([^=\s]+)\s*=\s*(.+)$/.exec(part))
  if (read.some((pair) => pair === null)) return undefined
  return Object.fromEntries(read.flatMap((pair) => (pair === null ? [] : [[pair[1] ?? '', pair[2] ?? '']])))
}

export const agentFormSchema: z.ZodType<AgentNamed, AgentForm> = z
  .object({
    name: generateAgentRoute.body.shape.name,
    labels: z.string(),
    schedule: z.string(),
  })
  .transform(({ name, labels, schedule }, context) => {
    const properties = parseLabels(labels)
    if (properties !== undefined) return { name, properties, schedule }
    context.addIssue({
      code: 'custom',
      path: ['labels'],
      message: 'Enter name=value pairs, separated by commas.',
    })
    return z.NEVER
  })
