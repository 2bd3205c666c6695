import { Send } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import type { usePushDrawer } from '../push/use-push-drawer.tsx';
import { bulkChunk } from './bulk-chunk.ts';
import type { ProductFilter } from './bulk-queries.ts';

const PushAllDrawer = lazyChunk(() => bulkChunk(() => import('./push-all-drawer.tsx')));

/**
 * The drawer that pushes everything a list's filter matches, and the button that opens it. `push`: the screen's own drawer,
 * which knows whether there is a store to push to.
 */
export function usePushAll(push: Pick<ReturnType<typeof usePushDrawer>, 'allowed'>): {
  button(filter: ProductFilter, count: number, done: () => void): ReactNode;
  drawer: ReactNode;
} {
  const { t } = useTranslation('products');
  const [asked, setAsked] = useState<{ filter: ProductFilter; done(): void; turn: number }>();
  const [open, setOpen] = useState(false);
  return {
    button: (filter, count, done) => (
      <MayButton
        needs="products.push"
        size="xs"
        leftSection={<Send size={14} className="flip" aria-hidden />}
        onClick={() => {
          if (!push.allowed()) return;
          setAsked((now) => ({ filter, done, turn: (now?.turn ?? 0) + 1 }));
          setOpen(true);
        }}
      >
        {t('push.verb', { count })}
      </MayButton>
    ),
    drawer: asked ? (
      <Suspense fallback={null}>
        <PushAllDrawer
          key={asked.turn}
          open={open}
          filter={asked.filter}
          onClose={() => setOpen(false)}
          onStarted={asked.done}
        />
      </Suspense>
    ) : null,
  };
}
