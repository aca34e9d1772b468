import { defaultWallSettings, parseViewToken, wallLimits, type WallSettings } from '#shared/wall/wall-settings.ts'

export const formatWallText = (settings: WallSettings): string => {
  const { diagonalIn, readerM, light, drifts, holdsOnTrouble, views } = settings
  return [
    `${diagonalIn}in`,
    `${readerM}m`,
    ...(light === 'dark' ? [] : [light]),
    ...(drifts ? [] : ['nodrift']),
    ...(holdsOnTrouble ? [] : ['nohold']),
    ...views.map(({ seconds, address }) => `${seconds}s:${address}`),
  ].join(' ')
}

type Change = Partial<WallSettings>

const inLimits = (text: string | undefined, { min, max }: { readonly min: number; readonly max: number }) => {
  const value = Number(text)
  return text !== undefined && value >= min && value <= max ? value : null
}

const parseToken = (token: string, views: WallSettings['views']): Change | null => {
  if (token === 'dark' || token === 'light' || token === 'by-hour') return { light: token }
  if (token === 'nodrift') return { drifts: false }
  if (token === 'nohold') return { holdsOnTrouble: false }
  const view = parseViewToken(token)
  if (view !== null) return views.length < wallLimits.views ? { views: [...views, view] } : null
  const [, number, unit] = /^(\d+(?:\.\d+)?)(in|m)$/.exec(token) ?? []
  if (unit === 'in') {
    const diagonalIn = inLimits(number, wallLimits.diagonalIn)
    return diagonalIn === null ? null : { diagonalIn }
  }
  const readerM = inLimits(unit === 'm' ? number : undefined, wallLimits.readerM)
  return readerM === null ? null : { readerM }
}

export const parseWallText = (
  text: string,
): { readonly settings: WallSettings; readonly unread: readonly string[] } => {
  const change: Change = {}
  let views: WallSettings['views'] = []
  const unread: string[] = []
  for (const token of text.split(/\s+/).filter(Boolean)) {
    const read = parseToken(token, views)
    if (read === null) unread.push(token)
    else if (read.views !== undefined) views = read.views
    else Object.assign(change, read)
  }
  return { settings: { ...defaultWallSettings, ...change, ...(views.length > 0 && { views }) }, unread }
}
