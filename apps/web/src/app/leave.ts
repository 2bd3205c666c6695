import { endSession } from '../lib/end-session.ts';
import { openFresh, session } from '../lib/session.ts';
import { type LeaveReason, leavingFor } from './leave-rule.ts';
import { router } from './router.tsx';

let leaving = false;

/** Leads away after an answer that says so; leave-rule.ts says when and where to. */
export function leave(reason: LeaveReason): void {
  const { href, pathname: path } = router.state.location;
  const { forgets, to } = leavingFor(reason, { href, path, embedded: session().mode === 'embedded' });
  for (const key of forgets) {
    if (key === 'everything') void endSession();
    else session().write(key, undefined);
  }
  if (!to) return;
  if (to.afterMs === 0) {
    void router.navigate({ to: to.path as never, search: { next: to.next } as never });
    return;
  }
  if (leaving) return;
  leaving = true;
  setTimeout(() => {
    leaving = false;
    if (!to.fresh) {
      void router.navigate({ to: to.path as never });
      return;
    }
    if (to.next === undefined) {
      openFresh(to.path);
      return;
    }
    // Where the person is by now, not where the answer found him.
    const next = router.state.location.href;
    const { path } = to;
    void endSession().then(() => openFresh(`${path}?next=${encodeURIComponent(next)}`));
  }, to.afterMs);
}
