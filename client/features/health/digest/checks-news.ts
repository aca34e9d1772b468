import { checkDigest, type CheckDigestLine, type CheckStory } from '#shared/health/check-digest.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { formatSpan } from '#client/lib/time/format-span.ts'
import { routes } from '#client/lib/address/routes.ts'
import type { DigestLine, DigestNews, MissedRecord } from '#client/live/absence/digest-area.ts'
import { checkHref } from '#client/domain/health/check-href.ts'
import { onlyChecksHref } from '#client/features/health/health-links.ts'
import { openCheck } from '#client/features/health/use-health-query.ts'

/** Longer addresses are truncated by some of the programs they are sent through. */
const onlyMax = 50

const times = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)
const checks = (count: number) => formatCount(count, 'check')

const recoveredText = ({ times: count, afterMs }: Extract<CheckStory, { kind: 'recovered' }>) => {
  if (count > 1) return `failed ${times(count)}, healthy again`
  if (count === 0 || afterMs === null) return count === 0 ? 'healthy again' : 'failed again, healthy again'
  return `healthy again after ${formatSpan(afterMs)}`
}

const countedText = (count: number, one: string, several: string) => (count === 1 ? one : `${checks(count)} ${several}`)

const failingText = ({ times: count, message }: Extract<CheckStory, { kind: 'failing' }>) => {
  const text = message || 'failed without a message'
  return count > 1 ? `failed ${times(count)}, now: ${text}` : text
}

const formatStory = (story: CheckStory): string => {
  if (story.kind === 'failing') return failingText(story)
  if (story.kind === 'recovered') return recoveredText(story)
  if (story.kind === 'unknown') return story.problem || 'no longer has a result'
  if (story.kind === 'silent') return countedText(story.count, 'no data, state unknown', 'without data, state unknown')
  return countedText(story.count, `was ${story.kind}`, `were ${story.kind}`)
}

const states = {
  failing: 'unhealthy',
  recovered: 'healthy',
  unknown: 'unknown',
  silent: 'healthy',
  added: 'unknown',
  removed: 'unknown',
} as const

const toLine = ({ ids, name, story, stale, atMs }: CheckDigestLine): DigestLine => {
  const [id = ''] = ids
  const isOne = ids.length === 1 && story.kind !== 'removed'
  return {
    key: `${story.kind} ${id}`,
    state: states[story.kind],
    stale,
    name,
    text: formatStory(story),
    atMs,
    isSince: story.kind === 'silent',
    href: isOne ? checkHref(id) : story.kind === 'removed' ? routes.health : onlyChecksHref(ids.slice(0, onlyMax)),
    ...(isOne && window.location.pathname === routes.health && { onOpen: () => openCheck(id) }),
  }
}

const formatHeadline = ({ failed, recovered, lines }: ReturnType<typeof checkDigest>): string[] => {
  const counts = [
    { count: failed, text: 'became unhealthy' },
    { count: recovered, text: 'recovered' },
    ...(['unknown', 'silent', 'added', 'removed'] as const).map((kind) => ({
      count: lines.filter(({ story }) => story.kind === kind).reduce((sum, { ids }) => sum + ids.length, 0),
      text: { unknown: 'lost its result', silent: 'stopped reporting', added: 'added', removed: 'removed' }[kind],
    })),
  ].filter(({ count }) => count > 0)
  const important = counts.filter(({ text }) => text !== 'added' && text !== 'removed')
  return (important.length > 0 ? important : counts).map(({ count, text }, i) =>
    i === 0 ? `${checks(count)} ${text}` : `${count} ${text}`,
  )
}

export const checksNews = (record: MissedRecord<CheckRow>): DigestNews => {
  const digest = checkDigest(record)
  const changed = digest.lines.flatMap(({ ids, story }) => (story.kind === 'removed' ? [] : ids))
  return {
    headline: formatHeadline(digest),
    lines: digest.lines.map(toLine),
    onlyHref: changed.length > 0 && changed.length <= onlyMax ? onlyChecksHref(changed) : null,
  }
}
