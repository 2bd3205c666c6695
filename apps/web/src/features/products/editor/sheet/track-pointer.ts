const EDGE = 56;
const STEP = 14;

/** Follows the pointer until it is released, and scrolls the page while it is near the window's edge. */
export function trackPointer({ over, end }: { over(element: Element | null): void; end(): void }): void {
  let at: { x: number; y: number } | undefined;
  let frame = 0;
  const look = () => at && over(document.elementFromPoint(at.x, at.y));
  const scroll = () => {
    frame = requestAnimationFrame(scroll);
    if (!at) return;
    const by = at.y > innerHeight - EDGE ? STEP : at.y < EDGE ? -STEP : 0;
    if (by === 0) return;
    scrollBy(0, by);
    look();
  };
  const move = (event: PointerEvent) => {
    at = { x: event.clientX, y: event.clientY };
    look();
  };
  const stop = () => {
    cancelAnimationFrame(frame);
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', stop);
    removeEventListener('pointercancel', stop);
    end();
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', stop);
  addEventListener('pointercancel', stop);
  scroll();
}
