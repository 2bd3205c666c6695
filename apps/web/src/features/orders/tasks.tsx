import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { loadTexts } from '../../i18n/index.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { type Task, TaskContext } from './use-task.ts';

const PlaceDrawer = lazyChunk(() => import('./place/place-drawer.tsx'));
const PlacementDrawer = lazyChunk(() => import('./place/placement-drawer.tsx'));
const PayOrders = lazyChunk(() => import('./payments/pay-orders.tsx'));
const AskPayment = lazyChunk(() => import('./payments/ask-payment.tsx'));
const SupplierDrawer = lazyChunk(async () => {
  const [part] = await Promise.all([import('./change/supplier-drawer.tsx'), loadTexts(['orderDecisions'])]);
  return part;
});
const ManualDrawer = lazyChunk(() => import('./change/manual-drawer.tsx'));
const PasteDrawer = lazyChunk(async () => {
  const [part] = await Promise.all([import('./manual/paste-drawer.tsx'), loadTexts(['orderDecisions'])]);
  return part;
});
const CancelDialog = lazyChunk(() => import('./create/cancel-dialog.tsx'));
const DocumentsDialog = lazyChunk(async () => {
  const [part] = await Promise.all([import('./documents/documents-dialog.tsx'), loadTexts(['documents'])]);
  return part;
});
const RepairDrawer = lazyChunk(() => import('./change/repair-drawer.tsx'));
const AddressDrawer = lazyChunk(() => import('./change/address-drawer.tsx'));
const RequestDrawer = lazyChunk(async () => {
  const [part] = await Promise.all([import('./claims/request-drawer.tsx'), loadTexts(['claims'])]);
  return part;
});

interface OpenTask {
  task: Task;
  round: number;
  open: boolean;
}

/** Shows tasks over the screen, one over the other; each begins anew. Their code comes with their first use. */
export function TaskHost({ children }: { children: ReactNode }) {
  const [tasks, setTasks] = useState<readonly OpenTask[]>([]);
  // Those that were closed leave with the next one: until then they slide away. A second click of the same button opens no
  // second one over the first.
  const begin = useCallback(
    (task: Task) =>
      setTasks((now) => {
        const top = now.findLast((one) => one.open);
        if (top && JSON.stringify(top.task) === JSON.stringify(task)) return now;
        return [...now.filter((one) => one.open), { task, round: (now.at(-1)?.round ?? 0) + 1, open: true }];
      }),
    [],
  );
  return (
    <TaskContext value={begin}>
      {children}
      <Suspense fallback={null}>
        {tasks.map(({ task, round, open }) => (
          <TaskView
            key={round}
            task={task}
            open={open}
            onClose={() => setTasks((now) => now.map((one) => (one.round === round ? { ...one, open: false } : one)))}
          />
        ))}
      </Suspense>
    </TaskContext>
  );
}

function TaskView({ task, open, onClose }: { task: Task; open: boolean; onClose(): void }) {
  const rest = { open, onClose };
  switch (task.kind) {
    case 'place':
    case 'shipping':
      return <PlaceDrawer task={task} {...rest} />;
    case 'pay':
      return <PayOrders task={task} {...rest} />;
    case 'ask-payment':
      return <AskPayment task={task} {...rest} />;
    case 'supplier':
      return <SupplierDrawer task={task} {...rest} />;
    case 'manual':
      return <ManualDrawer task={task} {...rest} />;
    case 'address':
      return <AddressDrawer task={task} {...rest} />;
    case 'paste':
      return <PasteDrawer task={task} {...rest} />;
    case 'cancel':
      return <CancelDialog task={task} {...rest} />;
    case 'documents':
      return <DocumentsDialog task={task} {...rest} />;
    case 'refund':
      return <RequestDrawer task={task} {...rest} />;
    case 'repair':
      return <RepairDrawer task={task} {...rest} />;
    case 'placement':
      return <PlacementDrawer task={task} {...rest} />;
  }
}
