/** Unicode's embeddings, overrides and isolates (UAX 9), by which a text from outside could turn what is read around. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** The text without direction controls. */
export const withoutBidiControls = (text: string): string => text.replaceAll(BIDI_CONTROLS, '');
