/** A Python that has Swift. Throws one sentence that says what to install. */
export function findSwift(): string;
