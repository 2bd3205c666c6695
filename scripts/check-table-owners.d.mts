type Owners = Readonly<Record<string, readonly string[]>>;

export function partOf(file: string): string | undefined;
export function tableUses(texts: ReadonlyMap<string, string>, owners: Owners): Record<string, number>;
export function useFaults(
  uses: Readonly<Record<string, number>>,
  baseline: Readonly<Record<string, number>>,
  owners: Owners,
): string[];
export function ownerFaults(schema: string, owners: Owners): string[];
