import { Suspense, useEffect, useRef } from 'react';
import { isInDemoMode } from '../../lib/account.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { safeStorage } from '../../lib/session.ts';
import { useAccount } from '../../lib/use-account.ts';
import { DemoBanner } from '../plans/index.ts';

/** What most accounts never see loads when there is something to say. */
const AccountBanners = lazyChunk(() => import('./account-banners.tsx'));
/** Under this name the room that the banners took last time is kept, in pixels. */
const ROOM = 'quayside.banner-room';

/**
 * What holds for the whole account, above every screen. Until the account is known, the room of last time is kept free: the
 * screen below does not jump when they come.
 */
export function Banners() {
  const { account, workplaceId } = useAccount();
  const own = useRef<HTMLDivElement>(null);
  const known = account !== undefined;
  const room = { blockSize: Number(safeStorage().getItem(ROOM)) };
  useEffect(() => {
    const element = own.current;
    if (!element || !known) return;
    const root = document.documentElement.style;
    const sized = new ResizeObserver(() => {
      safeStorage().setItem(ROOM, String(element.offsetHeight));
      // Panels beside a list end above the edge of the window while the banners push them down.
      root.setProperty('--banner-height', `${element.offsetHeight}px`);
    });
    sized.observe(element);
    return () => {
      sized.disconnect();
      root.removeProperty('--banner-height');
    };
  }, [known]);
  return (
    <div ref={own}>
      {known ? (
        <Suspense fallback={<div style={room} />}>
          {account.sending_held ||
          account.backup_problem ||
          account.has_unclaimed_orders ||
          account.unrecorded_orders_in.length > 0 ||
          account.has_suspended_access ||
          account.verification_wanted ? (
            <AccountBanners />
          ) : null}
          {isInDemoMode(account, workplaceId) ? <DemoBanner /> : null}
        </Suspense>
      ) : (
        <div style={room} />
      )}
    </div>
  );
}
