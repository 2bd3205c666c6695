const CORNERS = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
type Corner = (typeof CORNERS)[number];

/** The parts of the crop frame as screen readers name them. */
export const cropLabels = (say: (key: Corner | 'area') => string) => ({
  cropArea: say('area'),
  ...(Object.fromEntries(CORNERS.map((corner) => [`${corner}DragHandle`, say(corner)])) as Record<
    `${Corner}DragHandle`,
    string
  >),
});
