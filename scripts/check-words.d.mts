type Counts = Readonly<Record<string, number>>;

export function textFaults(catalogs: Iterable<readonly [string, object]>): string[];
export function commentsOf(file: string, text: string): string[];
export function commentCounts(texts: Iterable<readonly [string, string]>): Record<string, number>;
export function commentFaults(counts: Counts, baseline: Counts): string[];
export function subjectFault(subject: string): string | undefined;
