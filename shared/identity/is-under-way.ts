import type { Flow } from './flow.ts'
import { isInput } from './submission.ts'

const beginnings = new Set<unknown>(['choose_method', 'show_form'])
const isTrait = (name: string) => name === 'identifier' || name.startsWith('traits.')

/** Also true when the input of the first step is in hidden fields. A re-authentication starts without input. */
export const isUnderWay = ({ state, refresh, ui }: Flow): boolean =>
  !beginnings.has(state) ||
  (refresh !== true &&
    ui.nodes.some(
      (node) =>
        isInput(node) && node.attributes.type === 'hidden' && isTrait(node.attributes.name) && node.attributes.value,
    ))
