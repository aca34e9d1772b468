/** None of the newer set of icons is copied: @blueprintjs/core imports these names for a component that no page uses. */
export { Icons as IconsNext, IconSize, SVGIconContainer as SvgIconContainerNext } from './index.js'
