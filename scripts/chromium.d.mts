/** Flags with which Chromium starts as any user, offline and without a display. */
export const CHROMIUM_ARGS: string[];
/** The path of a Chromium that starts here. Throws one sentence that says what to install when there is none. */
export function findChromium(): Promise<string>;
