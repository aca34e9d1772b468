import type { Flow } from './flow.ts'
import { isInput } from './submission.ts'

const beginnings = new Set<unknown>(['choose_method', 'show_form'])
const isTrait = (name: string) => name === 'identifier' || name.startsWith('traits.')

/**
 * Whether a flow has come further than its beginning: by its state, or because what was typed in its first step is kept in hidden
 * fields of the next one. Whoever is asked again who they are has typed nothing yet.
 */
export const isUnderWay = ({ state, refresh, ui }: Flow): boolean =>
  !beginnings.has(state) ||
  (refresh !== true &&
    ui.nodes.some(
      (node) =>
        isInput(node) && node.attributes.type === 'hidden' && isTrait(node.attributes.name) && node.attributes.value,
    ))
