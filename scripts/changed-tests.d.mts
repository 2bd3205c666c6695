type Tier = 'unit' | 'db' | 'contract';
export function chooseTests(distances: ReadonlyMap<string, number>): {
  chosen: Record<Tier, string[]>;
  left: Record<Tier, number>;
};
