/** Below this width of the window, in pixels, the sidebar takes no room beside the page (ledger SHELL-57). */
export const sidebarMinWidth = 800

/** Below this width of the window, in pixels, a click outside folds an open sidebar (ledger SHELL-55). */
export const sidebarAutoCollapseWidth = 1_024
