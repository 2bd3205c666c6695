import { Button } from '@mantine/core';
import { Inbox } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../kit/link-button.tsx';
import { EmptyState } from '../../../kit/states.tsx';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import { helpAddress } from '../../../lib/outside/help-links.ts';
import { useAccount } from '../../../lib/use-account.ts';

/** Loaded where there is no order yet. */
const FirstOrderSteps = lazyChunk(() =>
  import('./first-order-steps.tsx').then((module) => ({ default: module.FirstOrderSteps })),
);

interface Props {
  tab: string;
  /** Only a part of the time is shown. */
  isPeriod: boolean;
  onAllTime(): void;
}

/** What stands in the place of orders: what will be here, and the step that brings the first. */
export function OrdersEmpty({ tab, isPeriod, onAllTime }: Props) {
  const { t } = useTranslation('orders');
  const { account, store } = useAccount();
  const waits = tab === 'unfulfilled';
  const [title, text] = waits
    ? [t('empty.title'), store ? t('empty.waiting') : t('empty.text')]
    : tab === 'fulfilled'
      ? [t('empty.fulfilled'), t('empty.fulfilledText')]
      : [t('empty.archived'), t('empty.archivedText')];
  const empty = (
    <EmptyState
      picture={<Inbox size={28} strokeWidth={1.5} aria-hidden />}
      title={title}
      text={isPeriod ? t('empty.period') : text}
      action={
        isPeriod ? (
          <Button variant="default" onClick={onAllTime}>
            {t('empty.all')}
          </Button>
        ) : waits && !store ? (
          <LinkButton to="/app/channel">{t('empty.stores')}</LinkButton>
        ) : waits ? (
          <a href={helpAddress(account?.links.help, 'order-not-arriving')} target="_blank" rel="noreferrer">
            {t('empty.missing')}
          </a>
        ) : undefined
      }
    />
  );
  return waits && !isPeriod ? (
    <>
      {empty}
      <Suspense fallback={null}>
        <FirstOrderSteps />
      </Suspense>
    </>
  ) : (
    empty
  );
}
