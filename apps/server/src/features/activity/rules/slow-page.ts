export interface PageFigures {
  largest_paint?: number | undefined;
  layout_shift?: number | undefined;
  interaction_delay?: number | undefined;
}

/** The figures that are over their threshold; one that is right at it is not. */
export const isSlow = (figures: PageFigures, over: Required<PageFigures>): (keyof PageFigures)[] =>
  (['largest_paint', 'layout_shift', 'interaction_delay'] as const).filter(
    (name) => (figures[name] ?? 0) > (over[name] ?? 0),
  );
