import { z } from 'zod'
import { relativeMs } from './relative-ranges.ts'
import { readMoment, typedDateMath, type RangeEdge, type TypingSettings } from './typed-moment.ts'

export type TypedRange =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'moments'; readonly from: Date; readonly to: Date }
  | { readonly kind: 'length'; readonly range: string }

export const typedRangeTexts = z.object({ from: z.string(), to: z.string() })

type TypedTexts = z.infer<typeof typedRangeTexts>

const isBlank = (text: string) => text.trim() === ''

export const isComplete = ({ from, to }: TypedTexts): boolean => !isBlank(from) && !isBlank(to)

const findRelativeRange = ({ from, to }: TypedTexts): string | null => {
  const range = typedDateMath(from)
  const isBack = range !== null && (relativeMs(range) ?? 0) < 0
  return isBack && typedDateMath(to) === 'now' ? range : null
}

/** Issues are attached to their field. `clock` is read on each parse. */
export const typedRangeSchema = (settings: TypingSettings, clock: () => Date) =>
  typedRangeTexts.transform((typed, form): TypedRange => {
    const typing = { ...settings, now: clock() }
    const read = (edge: RangeEdge): Date | null => {
      if (isBlank(typed[edge])) return null
      const moment = readMoment(typed[edge], edge, typing)
      if (moment.kind === 'moment') return moment.at
      const message = `${moment.message} For example: ${moment.example}`
      form.addIssue({ code: 'custom', message, path: [edge] })
      return null
    }
    const [from, to] = [read('from'), read('to')]
    if (from === null || to === null) return { kind: 'incomplete' }
    const range = findRelativeRange(typed)
    if (range !== null) return { kind: 'length', range }
    if (from < to) return { kind: 'moments', from, to }
    form.addIssue({ code: 'custom', message: 'To must be later than From', path: ['to'] })
    return z.NEVER
  })
