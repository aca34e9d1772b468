export class Unreadable extends Error {}
