/**
 * Its message is written for people. Engines report it where it is caught (an invalid schedule, a text that is not in its
 * format, a failed git command, an exhausted memory limit); any other error is thrown on.
 */
export class ExpectedError extends Error {}
