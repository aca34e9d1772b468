/** Why a source could not be asked, as a sentence that a person may read: it names no secret and no inner detail. */
export class SourceFailure extends Error {}
