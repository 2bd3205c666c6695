type Counts = Readonly<Record<string, number>>;

export function mayHoldSql(file: string): boolean;
export function misplacedSql(texts: ReadonlyMap<string, string>): Record<string, number>;
export function placeFaults(counts: Counts, baseline: Counts): string[];
export function shrunk(counts: Counts, baseline: Counts): Record<string, number>;
