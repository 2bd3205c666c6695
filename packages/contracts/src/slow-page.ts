/** Web vitals thresholds for reports: document 1, section 7. Milliseconds; layout shift has no unit. */
export const SLOW_PAGE = { largest_paint: 2500, layout_shift: 0.1, interaction_delay: 200 } as const;

export type PageFigures = { -readonly [Name in keyof typeof SLOW_PAGE]?: number | undefined };

/** Metrics above their threshold; equal values don't count. */
export const slowFigures = (figures: PageFigures): (keyof typeof SLOW_PAGE)[] =>
  (['largest_paint', 'layout_shift', 'interaction_delay'] as const).filter(
    (name) => (figures[name] ?? 0) > SLOW_PAGE[name],
  );
