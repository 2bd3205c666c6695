/** The colours goods are sold in: the shopper's word and the middle tone its picture takes. */
export const COLOURS = {
  red: ['Red', '#cf2e35'],
  burgundy: ['Burgundy', '#7b2337'],
  coral: ['Coral', '#f2765f'],
  orange: ['Orange', '#ee8327'],
  rust: ['Rust', '#b5532c'],
  mustard: ['Mustard', '#d9a32b'],
  yellow: ['Yellow', '#f3cd3a'],
  lime: ['Lime', '#a5cf3d'],
  green: ['Green', '#3a9e4e'],
  forest: ['Forest Green', '#24593c'],
  olive: ['Olive', '#77793d'],
  sage: ['Sage', '#9db193'],
  mint: ['Mint', '#9bdcc0'],
  teal: ['Teal', '#1f8286'],
  turquoise: ['Turquoise', '#38bfc4'],
  sky: ['Sky Blue', '#7fc1ea'],
  blue: ['Blue', '#2f6fd0'],
  navy: ['Navy', '#22335f'],
  denim: ['Denim Blue', '#5479a8'],
  lavender: ['Lavender', '#b6a3de'],
  purple: ['Purple', '#7a48b5'],
  plum: ['Plum', '#663056'],
  pink: ['Pink', '#ee7fae'],
  blush: ['Blush', '#edc1bd'],
  brown: ['Brown', '#7b5138'],
  tan: ['Tan', '#c2976b'],
  beige: ['Beige', '#d9c8ac'],
  cream: ['Cream', '#efe6d2'],
  white: ['White', '#eeeef0'],
  silver: ['Silver', '#bcc0c8'],
  grey: ['Grey', '#8b8f97'],
  charcoal: ['Charcoal', '#4b4f57'],
  black: ['Black', '#2b2b30'],
  gold: ['Gold', '#d8ab4e'],
  rosegold: ['Rose Gold', '#d99b88'],
  copper: ['Copper', '#b8724a'],
} as const satisfies Record<string, readonly [string, string]>;

export type ColourId = keyof typeof COLOURS;

/** The picture as the artist made it: for goods that come in one look. */
export const ORIGINAL = 'original';
export type LookId = ColourId | typeof ORIGINAL;

export function isColourId(text: string): text is ColourId {
  return Object.hasOwn(COLOURS, text);
}

/** The word on the option, for example "Forest Green". */
export function colourName(id: ColourId): string {
  return COLOURS[id][0];
}

/** Colours by kind of goods. A product takes some of its palette, never a colour from outside it. */
export const PALETTES = {
  ceramic: [
    'cream',
    'sage',
    'white',
    'navy',
    'blush',
    'charcoal',
    'teal',
    'mustard',
    'rust',
    'sky',
    'lavender',
    'black',
  ],
  fashion: [
    'black',
    'white',
    'navy',
    'grey',
    'beige',
    'olive',
    'burgundy',
    'blush',
    'denim',
    'sage',
    'red',
    'rust',
    'mustard',
    'teal',
    'lavender',
    'brown',
    'cream',
    'forest',
    'pink',
    'charcoal',
    'purple',
    'coral',
    'sky',
    'green',
    'tan',
  ],
  sport: [
    'black',
    'blue',
    'red',
    'lime',
    'orange',
    'grey',
    'turquoise',
    'pink',
    'white',
    'navy',
    'purple',
    'yellow',
    'green',
  ],
  swim: ['navy', 'coral', 'turquoise', 'black', 'pink', 'forest', 'red', 'lavender', 'sky', 'mustard'],
  leather: ['brown', 'black', 'tan', 'burgundy', 'navy', 'olive', 'cream', 'rust', 'forest'],
  tech: ['white', 'black', 'grey', 'navy', 'blush', 'mint', 'sky', 'lavender', 'silver', 'red'],
  metal: ['silver', 'gold', 'rosegold', 'copper', 'black'],
  outdoor: ['forest', 'olive', 'orange', 'navy', 'grey', 'tan', 'blue', 'red', 'charcoal', 'teal'],
  play: ['red', 'blue', 'yellow', 'green', 'pink', 'purple', 'orange', 'turquoise', 'mint', 'lavender', 'sky'],
  plush: ['brown', 'cream', 'grey', 'pink', 'lavender', 'sky', 'mint', 'beige', 'white', 'tan'],
  home: ['white', 'grey', 'beige', 'sage', 'navy', 'charcoal', 'blush', 'teal', 'mustard', 'black', 'rust', 'cream'],
  party: ['red', 'pink', 'gold', 'blue', 'purple', 'silver', 'green', 'white', 'turquoise', 'orange', 'rosegold'],
  tool: ['red', 'orange', 'yellow', 'blue', 'black', 'green', 'grey'],
  paper: ['black', 'navy', 'red', 'forest', 'blush', 'mustard', 'teal', 'grey', 'purple', 'sky', 'tan', 'mint'],
  flower: ['red', 'pink', 'white', 'yellow', 'lavender', 'coral', 'purple', 'blush', 'orange'],
  beauty: ['red', 'pink', 'coral', 'burgundy', 'plum', 'rust', 'blush', 'brown'],
} as const satisfies Record<string, readonly ColourId[]>;

export type PaletteId = keyof typeof PALETTES;
