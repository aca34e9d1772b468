import { createContext } from 'react'
import type { HeadOptions } from './head-title.tsx'

export const GridHeadContext = createContext<HeadOptions>({})
