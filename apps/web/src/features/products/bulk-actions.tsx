import type { ProductSummary } from '@quayside/contracts';
import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../kit/may-button.tsx';
import { pushOfProduct } from './push/push-product.ts';
import type { usePushDrawer } from './push/use-push-drawer.tsx';
import { useEnhance } from './use-enhance.ts';

interface Props {
  rows: readonly ProductSummary[];
  /** How many are chosen, those that are not loaded included. */
  count: number;
  push: ReturnType<typeof usePushDrawer>;
  /** Gives up the choice. */
  done(): void;
}

/** What can be done with chosen products in both of their lists: push them, and have their words enhanced. */
export function BulkActions({ rows, count, push, done }: Props) {
  const { t } = useTranslation('products');
  const enhance = useEnhance();
  return (
    <>
      <MayButton
        needs="products.push"
        size="xs"
        leftSection={<Send size={14} className="flip" aria-hidden />}
        onClick={() => push.open(rows.map(pushOfProduct), done)}
      >
        {t('push.verb', { count })}
      </MayButton>
      <MayButton needs="products.change" size="xs" variant="default" onClick={() => enhance(rows)}>
        {t('enhance.action')}
      </MayButton>
    </>
  );
}
