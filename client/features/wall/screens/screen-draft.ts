import { isViewAddress, wallLimits, type WallSettings } from '#shared/wall/wall-settings.ts'
import { withoutWall } from '#client/lib/wall-address.ts'

/** A view as it is typed; the key tells it from others while it moves. */
export interface ViewDraft {
  readonly key: number
  readonly address: string
  readonly seconds: string
}

/** The set-up of a screen as it is typed. */
export interface ScreenDraft extends Pick<WallSettings, 'holdsOnTrouble' | 'light' | 'drifts'> {
  readonly diagonalIn: string
  readonly readerM: string
  readonly views: readonly ViewDraft[]
}

export interface DraftErrors {
  readonly diagonalIn?: string
  readonly readerM?: string
  /** By the key of the view. */
  readonly addresses: ReadonlyMap<number, string>
  readonly seconds: ReadonlyMap<number, string>
}

export const draftOf = (settings: WallSettings): ScreenDraft => ({
  ...settings,
  diagonalIn: String(settings.diagonalIn),
  readerM: String(settings.readerM),
  views: settings.views.map(({ address, seconds }, key) => ({ key, address, seconds: String(seconds) })),
})

export const nextKey = (views: readonly ViewDraft[]): number => Math.max(-1, ...views.map(({ key }) => key)) + 1

/** Another view of the same list stands where it was told to: -1 is up, 1 is down. */
export const moved = (views: readonly ViewDraft[], key: number, by: -1 | 1): readonly ViewDraft[] => {
  const from = views.findIndex((view) => view.key === key)
  const [view, other] = [views[from], views[from + by]]
  return view === undefined || other === undefined ? views : views.with(from, other).with(from + by, view)
}

interface Limits {
  readonly min: number
  readonly max: number
}

const between = ({ min, max }: Limits, unit: string) => `Give a number of ${unit} from ${min} to ${max}.`

const numberIn = (text: string, { min, max }: Limits): number | null => {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && value >= min && value <= max ? value : null
}

/** A pasted address of this console counts as its path. */
const addressOf = (text: string, origin: string): string | null => {
  const typed = text.trim()
  const address = withoutWall(typed.startsWith(`${origin}/`) ? typed.slice(origin.length) : typed)
  return isViewAddress(address) ? address : null
}

const { diagonalIn, readerM, seconds } = wallLimits

/** The set-up that a draft says, or what is wrong with it. `origin` is where this console stands. */
export const readDraft = (
  draft: ScreenDraft,
  origin: string,
): { readonly settings: WallSettings } | { readonly errors: DraftErrors } => {
  const diagonal = numberIn(draft.diagonalIn, diagonalIn)
  const reader = numberIn(draft.readerM, readerM)
  const wrongAddresses = new Map<number, string>()
  const wrongSeconds = new Map<number, string>()
  const views = draft.views.map((view) => {
    const address = addressOf(view.address, origin)
    const time = numberIn(view.seconds, seconds)
    if (address === null) wrongAddresses.set(view.key, 'Give an address of this console, such as /view/health.')
    if (time === null || !Number.isInteger(time)) {
      wrongSeconds.set(view.key, `Give whole seconds from ${seconds.min} to ${seconds.max.toLocaleString('en')}.`)
    }
    return { address: address ?? '', seconds: time ?? 0 }
  })
  if (diagonal === null || reader === null || wrongAddresses.size + wrongSeconds.size > 0) {
    return {
      errors: {
        ...(diagonal === null && { diagonalIn: between(diagonalIn, 'inches') }),
        ...(reader === null && { readerM: between(readerM, 'metres') }),
        addresses: wrongAddresses,
        seconds: wrongSeconds,
      },
    }
  }
  const { holdsOnTrouble, light, drifts } = draft
  return { settings: { diagonalIn: diagonal, readerM: reader, views, holdsOnTrouble, light, drifts } }
}
