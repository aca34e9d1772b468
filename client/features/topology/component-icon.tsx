import {
  Applications,
  Cloud,
  Cube,
  Database,
  Desktop,
  Document,
  Globe,
  Key,
  Layers,
  Person,
  Pulse,
  ShoppingCart,
  Shop,
  Envelope,
  Box,
  Cog,
} from '@blueprintjs/icons'
import type { ComponentRow } from '#shared/topology/topology.ts'

const icons = {
  app: Applications,
  application: Applications,
  cart: ShoppingCart,
  cloud: Cloud,
  cluster: Layers,
  kubernetes: Layers,
  namespace: Layers,
  layers: Layers,
  console: Pulse,
  check: Pulse,
  checks: Pulse,
  health: Pulse,
  database: Database,
  db: Database,
  postgres: Database,
  disk: Database,
  filesystem: Database,
  storage: Database,
  file: Document,
  document: Document,
  key: Key,
  identity: Key,
  host: Desktop,
  machine: Desktop,
  node: Desktop,
  server: Desktop,
  mail: Envelope,
  messaging: Envelope,
  network: Globe,
  web: Globe,
  website: Globe,
  user: Person,
  users: Person,
  package: Box,
  pod: Cube,
  process: Cog,
  service: Cog,
  services: Cog,
  store: Shop,
} as const

type IconName = keyof typeof icons
const isIconName = (name: string): name is IconName => Object.hasOwn(icons, name)

const splitWords = (name: string | null | undefined): readonly string[] =>
  (name ?? '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
    .toReversed()

export function ComponentIcon({ icon, type }: Pick<ComponentRow, 'icon' | 'type'>) {
  const name = [...splitWords(icon), ...splitWords(type)].find(isIconName)
  const Icon = name === undefined ? Cube : icons[name]
  return <Icon className="component-icon" size={14} />
}
