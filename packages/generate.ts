/**
 * `npm run packages`: copies what the pages use of two published packages, in the versions of the package.json files
 * beside it. DEPENDENCIES.md gives the reasons.
 */
import { copyIcons } from './copy-icons.ts'
import { copyLocalization } from './copy-localization.ts'

copyIcons()
copyLocalization()
