/** Measures of the layout in pixels: document 1, section 9. */
export const MOBILE_BELOW_PX = 768;
export const BREAKPOINTS_PX = { xs: 0, sm: 600, md: 992, lg: 1200, xl: 1536 } as const;
export const DRAWER_PX = 1050;

const em = (px: number): string => `${px / 16}em`;
/** The same for the kit, which measures in the browser's letters. */
export const BREAKPOINTS_EM = {
  xs: em(BREAKPOINTS_PX.xs),
  sm: em(BREAKPOINTS_PX.sm),
  md: em(BREAKPOINTS_PX.md),
  lg: em(BREAKPOINTS_PX.lg),
  xl: em(BREAKPOINTS_PX.xl),
};

/** How far below the window a picture begins to load. */
export const LAZY_NEAR_PX = 200;

/** Height of the list of countries to choose from (rule B198). */
export const COUNTRY_LIST_PX = 400;

/** How long a drawer slides out, in milliseconds. */
export const DRAWER_EXIT_MS = 350;
