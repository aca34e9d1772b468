/** The frame leads to the first view of the wall before anything is shown here. */
export const NamedWallPage = () => null
