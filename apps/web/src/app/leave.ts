import { endSession } from '../lib/end-session.ts';
import { openFresh, session } from '../lib/session.ts';
import { stringifySearch } from '../lib/url-state.ts';
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
    void router.navigate({ href: `${to.path}${stringifySearch({ next: to.next })}` });
    return;
  }
  if (leaving) return;
  leaving = true;
  setTimeout(() => {
    leaving = false;
    if (!to.fresh) {
      void router.navigate({ href: to.path });
      return;
    }
    if (to.next === undefined) {
      openFresh(to.path);
      return;
    }
    // Where the person is by now, not where the answer found him.
    const next = router.state.location.href;
    const { path } = to;
    void endSession().then(() => openFresh(`${path}${stringifySearch({ next })}`));
  }, to.afterMs);
}
