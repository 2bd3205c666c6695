import { Suspense, useState } from 'react';
import { loadTexts } from '../../../i18n/index.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';

const OrderReturns = lazyChunk(async () => {
  const [part] = await Promise.all([import('./order-returns.tsx'), loadTexts(['returns'])]);
  return part;
});
const ExchangeOrigin = lazyChunk(async () => {
  const [part] = await Promise.all([import('./exchange-origin.tsx'), loadTexts(['returns'])]);
  return part;
});
const RequestDrawer = lazyChunk(async () => {
  const [part] = await Promise.all([import('./request-drawer.tsx'), loadTexts(['returns'])]);
  return part;
});

/** Begins returns of an order: `drawer` is shown over the panel; its code loads with its first use. */
export function useReturnRequest(orderId: string) {
  const [request, setRequest] = useState({ round: 0, open: false });
  const begin = () => setRequest(({ round }) => ({ round: round + 1, open: true }));
  const drawer =
    request.round > 0 ? (
      <Suspense fallback={null}>
        <RequestDrawer
          key={request.round}
          orderId={orderId}
          open={request.open}
          onClose={() => setRequest((now) => ({ ...now, open: false }))}
        />
      </Suspense>
    ) : null;
  return { begin, drawer };
}

/** The returns of an order, once their code and texts have loaded. */
export function LazyOrderReturns(props: { orderId: string; canReturn: boolean; onReturn(): void }) {
  return (
    <Suspense fallback={null}>
      <OrderReturns {...props} />
    </Suspense>
  );
}

/** Which order a replacement order belongs to, once its code and texts have loaded. */
export function LazyExchangeOrigin(props: { orderId: string }) {
  return (
    <Suspense fallback={null}>
      <ExchangeOrigin {...props} />
    </Suspense>
  );
}
