export { IconSize, type DefaultSVGIconProps, type SVGIconProps } from './index'
export type IconNextName = never
export type NextIconVariant = 'outlined' | 'filled'
