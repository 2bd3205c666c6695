export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Part of a control that may be covered: a large card stays usable under a corner, a button doesn't. */
const MOST_COVERED = 0.05;

const areaOf = (box: Box): number => Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);

/** Whether a box over the page takes so much of one of the controls that it gets in the way. */
export function coversControl(over: Box, controls: readonly Box[]): boolean {
  return controls.some((control) => {
    const covered = areaOf({
      left: Math.max(over.left, control.left),
      top: Math.max(over.top, control.top),
      right: Math.min(over.right, control.right),
      bottom: Math.min(over.bottom, control.bottom),
    });
    return covered > MOST_COVERED * areaOf(control);
  });
}
