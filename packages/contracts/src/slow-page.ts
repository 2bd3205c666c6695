/** Thresholds above which a page's figures are reported: document 1, section 7. Milliseconds; the shift has no unit. */
export const SLOW_PAGE = { largest_paint: 2500, layout_shift: 0.1, interaction_delay: 200 } as const;

export type PageFigures = { -readonly [Name in keyof typeof SLOW_PAGE]?: number | undefined };

/** The figures that are over their threshold; one that is right at it is not. */
export const slowFigures = (figures: PageFigures): (keyof typeof SLOW_PAGE)[] =>
  (['largest_paint', 'layout_shift', 'interaction_delay'] as const).filter(
    (name) => (figures[name] ?? 0) > SLOW_PAGE[name],
  );
