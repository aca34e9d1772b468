export const sidebarMinWidth = 800

export const sidebarAutoCollapseWidth = 1_024
