import { Dialog, Spinner } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useMachine } from '@xstate/react'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { useLocation } from 'wouter'
import { paletteMachine } from '#machines/shell/palette-machine.ts'
import { sidebarMinWidth } from '#client/lib/browser/layout.ts'
import { useWindowWidth } from '#client/lib/browser/use-window-width.ts'
import { Button } from '#client/ui/button.tsx'
import { useReturnedFocus } from '#client/ui/layout/use-returned-focus.ts'
import type { Hit } from './hit.ts'
import { splitWords } from './match-text.ts'
import { focusFirstAction, PaletteActions, startAction, type ResourceActions } from './palette-actions.tsx'
import { PaletteList, toOptionId } from './palette-list.tsx'
import type { PaletteRow } from './palette-row.ts'
import { addRecent } from './recent-hits.ts'
import type { ShellCommands } from './use-commands.tsx'
import { commandPrefix, readTyped } from './typed-text.ts'
import { usePaletteGroups } from './use-palette-groups.tsx'
import './palette.css'

export interface PaletteProps {
  /** Typed before this code had loaded. */
  readonly initialText: string
  readonly shell: ShellCommands
  readonly actions: ResourceActions
  readonly onClose: () => void
}

const readMs = 300

const useCloseOnNavigation = (onClose: () => void) => {
  const [location] = useLocation()
  const first = useRef(location)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (location !== first.current) close()
  }, [location])
}

const usePalette = ({ initialText, shell, onClose }: PaletteProps) => {
  const [, navigate] = useLocation()
  const [{ context }, send] = useMachine(paletteMachine, { input: { text: initialText } })
  const content = usePaletteGroups(context, shell)
  useCloseOnNavigation(onClose)
  const rows = content.groups.flatMap((group) => group.rows)
  const chosen = rows.find(({ key }) => key === context.chosen) ?? rows[0]
  const choose = (key: string) => send({ type: 'palette.choose', key })
  const chosenKey = chosen?.key
  useEffect(() => {
    if (chosenKey === undefined || context.text === '') return undefined
    // Once it has been read, results that arrive later above this row must not take its place under Enter.
    const timer = setTimeout(() => send({ type: 'palette.choose', key: chosenKey }), readMs)
    return () => clearTimeout(timer)
  }, [chosenKey, context.text, send])
  const open = ({ target, hit }: PaletteRow, inNewTab: boolean) => {
    if (hit !== null) addRecent(hit.key)
    if (!('href' in target)) {
      onClose()
      target.act()
    } else if (inNewTab) window.open(target.href, '_blank', 'noopener')
    else {
      navigate(target.href)
      onClose()
    }
  }
  const move = (by: number) => {
    const next = rows.at((rows.findIndex(({ key }) => key === chosenKey) + by) % rows.length)
    if (next !== undefined) choose(next.key)
  }
  const type = (text: string) => send({ type: 'palette.type', text })
  return { ...content, text: context.text, chosen, isEmpty: rows.length === 0, choose, open, move, type }
}

/** A resource whose name has the word was meant by its name. */
const findVerb = (text: string, { name }: Hit): string | null => {
  const { verb } = readTyped(text)
  return verb === null || splitWords(name).includes(verb) ? null : verb
}

interface KeyTargets {
  readonly pane: React.RefObject<HTMLElement | null>
  readonly isWide: boolean
  readonly onKeyboard: () => void
}

const usePaletteKeys = (
  { text, chosen, open, move }: ReturnType<typeof usePalette>,
  { pane, isWide, onKeyboard }: KeyTargets,
) => {
  const verb = chosen?.hit != null && isWide ? findVerb(text, chosen.hit) : null
  const enter = (row: PaletteRow, inNewTab: boolean) => {
    if (verb === null || row.hit === null) open(row, inNewTab)
    else if (startAction(pane.current, verb)) addRecent(row.hit.key)
    else focusFirstAction(pane.current)
  }
  const handleKeyDown = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const isAtEnd = event.currentTarget.selectionStart === text.length
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && chosen !== undefined) enter(chosen, event.ctrlKey || event.metaKey)
    else if (event.key === 'ArrowRight' && isAtEnd && chosen?.hit != null && isWide) focusFirstAction(pane.current)
    else if (event.key === '?' && text === '') onKeyboard()
    else return
    event.preventDefault()
  }
  return { verb, handleKeyDown }
}

function Foot({ verb, failures }: { readonly verb: string | null; readonly failures: readonly string[] }) {
  return (
    <div className="palette-foot">
      <Keys keys={['↑', '↓']}>choose</Keys>
      {verb === null ? null : <Keys keys={['Enter']}>{verb}</Keys>}
      <Keys keys={['→']}>actions of the resource</Keys>
      <Keys keys={[commandPrefix]}>only actions</Keys>
      <Keys keys={['?']}>shortcuts</Keys>
      <span className="palette-failures bad-text cut" role="status" title={failures.join('\n')}>
        {failures.length === 0 ? null : `Not searched: ${failures.join('; ')}`}
      </span>
    </div>
  )
}

function Keys({ keys, children }: { readonly keys: readonly string[]; readonly children: string }) {
  return (
    <span>
      {keys.map((key) => (
        <kbd key={key} className="kbd">
          {key}
        </kbd>
      ))}
      {children}
    </span>
  )
}

export function Palette(props: PaletteProps) {
  const { shell, actions, onClose } = props
  const palette = usePalette(props)
  const { groups, isSearching, failures, text, chosen, isEmpty, choose, open, type } = palette
  useReturnedFocus()
  const isWide = useWindowWidth() >= sidebarMinWidth
  const titleId = useId()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const pane = useRef<HTMLElement>(null)

  const { verb, handleKeyDown } = usePaletteKeys(palette, { pane, isWide, onKeyboard: shell.onKeyboard })
  return (
    <Dialog isOpen className="palette" aria-labelledby={titleId} transitionDuration={0} onClose={onClose}>
      <h2 id={titleId} className="visually-hidden">
        Find or do
      </h2>
      <div className="palette-input">
        <Search />
        <input
          ref={input}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the palette opens to be typed into
          autoFocus
          role="combobox"
          aria-label="Find or do"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen === undefined ? undefined : toOptionId(chosen.key)}
          placeholder="Find a check, item, incident, page or action"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={handleKeyDown}
        />
        {isSearching ? <Spinner size={14} aria-label="Searching" /> : null}
        <Button look="minimal" small aria-label="Close" onClick={onClose}>
          <kbd className="kbd">Esc</kbd>
        </Button>
      </div>
      <div className="palette-body">
        <div className="palette-results">
          <PaletteList
            id={listId}
            groups={groups}
            chosenKey={chosen?.key}
            text={readTyped(text).name}
            onChoose={choose}
            onOpen={open}
          />
          {isEmpty && !isSearching ? (
            <p className="palette-empty" role="status">
              {failures.length > 0 ? 'The search failed.' : `Nothing matches “${text.trim()}”.`}
            </p>
          ) : null}
        </div>
        {isWide && chosen?.hit != null ? (
          <PaletteActions
            ref={pane}
            hit={chosen.hit}
            actions={actions}
            onOpen={() => open(chosen, false)}
            onLeave={() => input.current?.focus()}
          />
        ) : null}
      </div>
      <Foot verb={verb} failures={failures} />
    </Dialog>
  )
}
