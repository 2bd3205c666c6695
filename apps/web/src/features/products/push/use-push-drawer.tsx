import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isInDemoMode } from '../../../lib/account.ts';
import { demoPrompt } from '../../../lib/demo-prompt.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import { toast } from '../../../lib/toasts.ts';
import { useAccount } from '../../../lib/use-account.ts';
import type { PushProduct } from './push-product.ts';

const PushDrawer = lazyChunk(() => import('./push-drawer.tsx'));

interface Asked {
  products: readonly PushProduct[];
  onDone?: () => void;
  /** Counts the openings: each begins afresh. */
  turn: number;
  open: boolean;
}

/**
 * The push drawer of a screen. Without a store to push to it leads to My channels instead, and in demo mode its prompt is
 * shown (decision A48 has the order); it closes when the screen changes. Its texts are in the catalogue `products`. Source:
 * rules B189, B250 and B251.
 */
export function usePushDrawer(): {
  open(products: readonly PushProduct[], onDone?: () => void): void;
  /** Whether anything can be pushed now; otherwise shows why not. */
  allowed(): boolean;
  drawer: ReactNode;
} {
  const { t } = useTranslation('products');
  const { account, workplaceId } = useAccount();
  const navigate = useNavigate();
  const path = useLocation({ select: (location) => location.pathname });
  const [asked, setAsked] = useState<Asked>();
  /** A click before the account was loaded is answered once it is. */
  const [early, setEarly] = useState<Pick<Asked, 'products' | 'onDone'>>();
  const close = useCallback(() => setAsked((now) => now && { ...now, open: false }), []);
  useEffect(() => {
    if (path) close();
  }, [path, close]);

  function allowed(): boolean {
    if (!account) return false;
    const hasStore = account.linked_stores.some(
      (store) => store.workplace_id === workplaceId && store.status === 'active',
    );
    if (!hasStore || account.is_user_mkt) {
      toast('info', t('push.noStore'));
      void navigate({ to: '/app/channel' });
      return false;
    }
    if (isInDemoMode(account, workplaceId)) {
      demoPrompt.ask();
      return false;
    }
    return true;
  }

  function open(products: readonly PushProduct[], onDone?: () => void): void {
    if (products.length === 0) return;
    if (!account) setEarly({ products, ...(onDone ? { onDone } : {}) });
    else if (allowed())
      setAsked((now) => ({ products, ...(onDone ? { onDone } : {}), turn: (now?.turn ?? 0) + 1, open: true }));
  }
  useEffect(() => {
    if (!account || !early) return;
    setEarly(undefined);
    open(early.products, early.onDone);
  });

  return {
    allowed,
    open,
    drawer: asked ? (
      <Suspense fallback={null}>
        <PushDrawer
          key={asked.turn}
          open={asked.open}
          products={asked.products}
          onClose={close}
          onPushed={() => {
            close();
            asked.onDone?.();
          }}
        />
      </Suspense>
    ) : null,
  };
}
