/** Something that was asked for cannot be read; its message says what, and how to write it. */
export class Unreadable extends Error {}
