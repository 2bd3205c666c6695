import type { ProductSummary } from '@quayside/contracts';
import { Eye, EyeOff, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../kit/may-button.tsx';
import { pushOfProduct } from './push/push-product.ts';
import type { usePushDrawer } from './push/use-push-drawer.tsx';
import { useEnhance } from './use-enhance.ts';
import { useWatch } from './watch/use-watch.ts';

interface Props {
  rows: readonly ProductSummary[];
  /** How many are chosen, those that are not loaded included. */
  count: number;
  push: ReturnType<typeof usePushDrawer>;
  /** Gives up the choice. */
  done(): void;
}

/** What can be done with chosen products in both of their lists: push them, have their words enhanced, and watch them at their suppliers. */
export function BulkActions({ rows, count, push, done }: Props) {
  const { t } = useTranslation(['products', 'monitoring']);
  const enhance = useEnhance();
  const watch = useWatch();
  const allWatched = rows.length > 0 && rows.every((row) => row.watch !== null);
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
      <MayButton
        needs="products.change"
        size="xs"
        variant="default"
        leftSection={allWatched ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
        loading={watch.busy}
        onClick={() =>
          void watch
            .set(
              rows.map((row) => row.id),
              !allWatched,
            )
            .then(done)
        }
      >
        {t(allWatched ? 'monitoring:watch.stop' : 'monitoring:watch.on')}
      </MayButton>
    </>
  );
}
