import type { IconName } from './lib/iconNames'
import type { IconPaths, IconSize } from './lib/iconTypes'

export * from './lib/components'
export type { IconName } from './lib/iconNames'
export { IconSize, type IconPaths } from './lib/iconTypes'
export { SVGIconContainer, type SVGIconContainerProps } from './lib/svgIconContainer'
export type { DefaultSVGIconProps, SVGIconAttributes, SVGIconOwnProps, SVGIconProps } from './lib/svgIconProps'

export declare const Icons: {
  getPaths(icon: IconName, size: IconSize): IconPaths | undefined
  load(icon: IconName, size: IconSize): Promise<void>
}
