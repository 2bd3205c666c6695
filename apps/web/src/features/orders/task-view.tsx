import { loadTexts } from '../../i18n/index.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import type { Task } from './use-task.ts';

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

/** The dialog or drawer of a task. */
export default function TaskView({ task, open, onClose }: { task: Task; open: boolean; onClose(): void }) {
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
