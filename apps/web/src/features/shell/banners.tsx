import { Suspense, useEffect, useRef } from 'react';
import { isInDemoMode } from '../../lib/account.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useAccount } from '../../lib/use-account.ts';
import { VerifyBanner } from './verify-banner.tsx';

const DemoBanner = lazyPart(() => import('../plans/demo-banner.tsx'));
const ROOM = 'quayside.banner-room';

/** The room that the banners took last time, in pixels. */
function lastRoom(): number {
  try {
    return Number(localStorage.getItem(ROOM) ?? 0);
  } catch {
    return 0;
  }
}

/**
 * What holds for the whole account, above every screen. Until the account is known, the room of last time is kept free: the
 * screen below does not jump when they come.
 */
export function Banners() {
  const { account, workplaceId } = useAccount();
  const own = useRef<HTMLDivElement>(null);
  const known = account !== undefined;
  const room = { blockSize: lastRoom() };
  useEffect(() => {
    const element = own.current;
    if (!element || !known) return;
    const sized = new ResizeObserver(() => {
      try {
        localStorage.setItem(ROOM, String(element.offsetHeight));
      } catch {
        // Then it jumps.
      }
    });
    sized.observe(element);
    return () => sized.disconnect();
  }, [known]);
  return (
    <div ref={own}>
      {known ? <VerifyBanner /> : <div style={room} />}
      {isInDemoMode(account, workplaceId) ? (
        <Suspense fallback={<div style={room} />}>
          <DemoBanner />
        </Suspense>
      ) : null}
    </div>
  );
}
