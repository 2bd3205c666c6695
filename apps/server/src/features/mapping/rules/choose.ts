export interface Choice {
  priority: number;
  /** Countries; empty: all. */
  ship_to: readonly string[];
}

const serves = ({ ship_to }: Choice, country: string | null): boolean =>
  ship_to.length === 0 || (country !== null && ship_to.includes(country));

/** The choice to buy for an address: the first in priority that serves its country. */
export const chooseSupplier = <C extends Choice>(choices: readonly C[], country: string | null): C | undefined =>
  choices.filter((one) => serves(one, country)).sort((a, b) => a.priority - b.priority)[0];
