import { z } from 'zod'
import { rotationSchema, type Rotation } from '#shared/notifications/on-call.ts'
import { inZone } from '#client/lib/time/in-zone.ts'

export const rotationFormSchema = z.object({
  people: z.array(z.string()),
  shiftDays: z.string(),
  handOver: z.string(),
  zone: z.string(),
  startsOn: z.string(),
})
type RotationForm = z.infer<typeof rotationFormSchema>

const formFields: Readonly<Record<string, { readonly field: keyof RotationForm; readonly message: string }>> = {
  people: { field: 'people', message: 'Select at least one person' },
  shift_days: { field: 'shiftDays', message: 'Choose a shift length' },
  hand_over: { field: 'handOver', message: 'Enter a time such as 09:00' },
  zone: { field: 'zone', message: 'Choose a time zone' },
  starts_on: { field: 'startsOn', message: 'Enter a date such as 2026-11-30' },
}

export const createRotationSchema = (teamId: string) =>
  rotationFormSchema.transform(({ people, shiftDays, handOver, zone, startsOn }, context): Rotation => {
    const read = rotationSchema.safeParse({
      team_id: teamId,
      people,
      shift_days: Number(shiftDays),
      hand_over: handOver,
      zone,
      starts_on: startsOn,
    })
    for (const { path } of read.error?.issues ?? []) {
      const invalid = formFields[String(path[0])]
      if (invalid !== undefined) context.addIssue({ code: 'custom', path: [invalid.field], message: invalid.message })
    }
    return read.data ?? z.NEVER
  })

export const toRotationForm = (rotation: Rotation | null, zone: string, nowMs: number): RotationForm => ({
  people: rotation?.people ?? [],
  shiftDays: String(rotation?.shift_days ?? 7),
  handOver: rotation?.hand_over ?? '09:00',
  zone: rotation?.zone ?? zone,
  startsOn: rotation?.starts_on ?? inZone(nowMs, zone).format('YYYY-MM-DD'),
})
