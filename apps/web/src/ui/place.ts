export interface Box {
  top: number;
  left: number;
  width: number;
  height: number;
}

export interface Room {
  width: number;
  height: number;
}

export type Align = 'start' | 'end';

const GAP = 6;
const EDGE = 8;

/**
 * Where a floating panel lies beside its anchor: below when it fits or when there is more room, else above; along the
 * anchor's start or end edge in the direction of reading; never over the edge of the window.
 */
export function place(anchor: Box, panel: Room, view: Room, align: Align, rtl: boolean): { top: number; left: number } {
  const below = view.height - (anchor.top + anchor.height) - GAP - EDGE;
  const above = anchor.top - GAP - EDGE;
  const goesBelow = panel.height <= below || below >= above;
  const top = goesBelow ? anchor.top + anchor.height + GAP : Math.max(EDGE, anchor.top - GAP - panel.height);
  const atLeft = (align === 'start') !== rtl;
  const wished = atLeft ? anchor.left : anchor.left + anchor.width - panel.width;
  const left = Math.min(Math.max(EDGE, wished), Math.max(EDGE, view.width - panel.width - EDGE));
  return { top: Math.round(top), left: Math.round(left) };
}
