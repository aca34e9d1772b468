export * from './lib/components.js'
export { IconSize } from './lib/iconTypes.js'
export { SVGIconContainer } from './lib/svgIconContainer.js'

/** @blueprintjs/core looks up an icon that is given by its name. */
export const Icons = {
  getPaths: () => undefined,
  load: (name) => Promise.reject(new Error(`The icon ${name} is given by its name: import its component instead.`)),
}

/** Read by EntityTitle of @blueprintjs/core. */
export const IconNames = { SQUARE: 'square' }
