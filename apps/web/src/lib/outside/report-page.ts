import { type PageFigures, slowFigures } from '@quayside/contracts/slow-page.ts';
import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';
import { callHeaders } from '../api.ts';

const CALL = '/log/page-performance';
const NAMES = { LCP: 'largest_paint', CLS: 'layout_shift', INP: 'interaction_delay' } as const;

/** The report of a page: undefined unless a metric exceeds its threshold. Ids in the path are removed. */
export function toReport(figures: PageFigures, path: string): (PageFigures & { url: string }) | undefined {
  if (slowFigures(figures).length === 0) return undefined;
  const url = path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, ':id');
  return { ...figures, url };
}

let measuring = false;

/** Measures this page and reports it once when left, if it was slow. Further calls have no effect. */
export function reportSlowPage(): void {
  if (measuring) return;
  measuring = true;
  const path = location.pathname;
  const figures: PageFigures = {};
  const note = ({ name, value }: Metric) => {
    const figure = NAMES[name as keyof typeof NAMES];
    if (figure) figures[figure] = Math.round(value * 1000) / 1000;
  };
  onLCP(note);
  onCLS(note);
  onINP(note);
  let sent = false;
  const send = () => {
    if (document.visibilityState !== 'hidden' || sent) return;
    const body = toReport(figures, path);
    if (!body) return;
    sent = true;
    const headers = { ...callHeaders(CALL), 'content-type': 'application/json' };
    // Survives the page; the result is ignored.
    fetch(`/api${CALL}`, { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }).catch(
      () => undefined,
    );
  };
  // Runs after the library's own listeners, which finish their metrics in the same event.
  addEventListener('visibilitychange', () => setTimeout(send), true);
  addEventListener('pagehide', () => setTimeout(send), true);
}
