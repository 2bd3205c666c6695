/** Studio grounds: the wall, the floor (or table), and a deeper tone for podiums, arches and paper. */
export const GROUNDS = {
  sand: ['#f4ece0', '#e4d6c3', '#d3bfa5'],
  mist: ['#eef2f6', '#d9e0e8', '#bdc9d6'],
  blush: ['#fbece8', '#f0d6cf', '#e3b9af'],
  sage: ['#eaf0e6', '#d2ddcb', '#b3c4a9'],
  sky: ['#e6f1fa', '#cbdfee', '#a5c6de'],
  lilac: ['#f0ecf8', '#dcd4ec', '#c1b4db'],
  stone: ['#f0efec', '#dcdad5', '#c0bcb4'],
  white: ['#fdfdfd', '#eeeff1', '#d9dce1'],
  peach: ['#fdefe0', '#f6d9bd', '#ebbd94'],
  butter: ['#fcf5dd', '#f1e4b4', '#e2cd85'],
  aqua: ['#e4f4f2', '#c6e3df', '#9dcbc5'],
  clay: ['#ecd9cd', '#d8b9a6', '#bd9179'],
  slate: ['#7b8794', '#59646f', '#434c56'],
  dusk: ['#52597a', '#3a4060', '#2b3049'],
} as const satisfies Record<string, readonly [string, string, string]>;

export type GroundId = keyof typeof GROUNDS;

export function isGroundId(text: string): text is GroundId {
  return Object.hasOwn(GROUNDS, text);
}

export function isDark(ground: GroundId): boolean {
  return ground === 'slate' || ground === 'dusk';
}
