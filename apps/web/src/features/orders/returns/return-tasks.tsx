import type { Return } from '@quayside/contracts';
import type { ReturnAction } from '@quayside/contracts/return-choices.ts';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { loadTexts } from '../../../i18n/index.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import type { ReturnTaskProps } from './task-props.ts';

const ApproveDrawer = lazyChunk(() => import('./approve-drawer.tsx'));
const RejectDrawer = lazyChunk(() => import('./reject-drawer.tsx'));
const TrackingDialog = lazyChunk(async () => {
  const [part] = await Promise.all([import('./tracking-dialog.tsx'), loadTexts(['tracking'])]);
  return part;
});
const ReceiveDrawer = lazyChunk(() => import('./receive-drawer.tsx'));
const RefundDrawer = lazyChunk(() => import('./refund-drawer.tsx'));
const ExchangeDrawer = lazyChunk(() => import('./exchange-drawer.tsx'));
const WithdrawDialog = lazyChunk(() => import('./withdraw-dialog.tsx'));
const EndDialog = lazyChunk(() => import('./end-dialog.tsx'));

function ReturnTask({ action, ...rest }: ReturnTaskProps & { action: ReturnAction }) {
  switch (action) {
    case 'approve':
      return <ApproveDrawer {...rest} />;
    case 'reject':
      return <RejectDrawer {...rest} />;
    case 'send_back':
      return <TrackingDialog {...rest} />;
    case 'receive':
      return <ReceiveDrawer {...rest} />;
    case 'refund':
      return <RefundDrawer {...rest} />;
    case 'exchange':
      return <ExchangeDrawer {...rest} />;
    case 'withdraw':
      return <WithdrawDialog {...rest} />;
    case 'cancel':
    case 'close':
      return <EndDialog action={action} {...rest} />;
  }
}

/** Begins a step of a return over the page. Its code loads with its first use. */
export function useReturnTasks(): { begin(one: Return, action: ReturnAction): void; tasks: ReactNode } {
  const [task, setTask] = useState<{ one: Return; action: ReturnAction; round: number }>();
  const [open, setOpen] = useState(false);
  const begin = useCallback((one: Return, action: ReturnAction) => {
    setTask((before) => ({ one, action, round: (before?.round ?? 0) + 1 }));
    setOpen(true);
  }, []);
  const tasks = task ? (
    <Suspense fallback={null}>
      <ReturnTask key={task.round} one={task.one} action={task.action} open={open} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
  return { begin, tasks };
}
