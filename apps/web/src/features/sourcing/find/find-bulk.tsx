import type { SourceCard } from '@quayside/contracts';
import { useNavigate } from '@tanstack/react-router';
import { Plus, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { ANSWER_TOAST_MS, toast } from '../../../lib/toasts.ts';
import { useIsMobile } from '../../../lib/use-media.ts';
import { bulkToast } from '../import-failure.ts';
import { useImport } from '../use-import.ts';

interface Props {
  chosen: readonly SourceCard[];
  shipTo: string;
  onPush(): void;
  onDone(): void;
}

/** What can be done with several products at once: import them, or push them right away. */
export function FindBulk({ chosen, shipTo, onPush, onDone }: Props) {
  const { t } = useTranslation('sourcing');
  const navigate = useNavigate();
  const start = useImport();
  const [done, setDone] = useState<number>();
  const fresh = chosen.filter((product) => !product.imported);
  const total = fresh.length;
  const mobile = useIsMobile();

  async function run(): Promise<void> {
    setDone(0);
    const result = await start(fresh, shipTo, setDone);
    setDone(undefined);
    const shown = bulkToast(result, mobile);
    const action = { label: t('import.open'), run: () => void navigate({ to: '/app/products-import' }) };
    const added = shown?.added ? t('import.addedSome', { count: shown.added }) : undefined;
    const missed = t('import.failedSome', { count: shown?.missed.length ?? 0, reason: shown?.missed[0]?.text });
    if (shown?.kind === 'success' && added) toast('success', added, { action });
    else if (shown?.kind === 'warning')
      toast('warning', missed, { ...(added ? { title: added } : {}), action, ms: ANSWER_TOAST_MS, placement: 'top' });
    else if (shown) toast('error', missed);
    if (result.failures.length === 0 && !result.refused) onDone();
  }
  return (
    <>
      <MayButton
        needs="products.change"
        size="xs"
        leftSection={<Plus size={14} aria-hidden />}
        disabled={total === 0}
        loading={done !== undefined}
        onClick={() => void run()}
      >
        {total === 0 ? t('import.allDone') : mobile ? t('import.action') : t('import.some', { count: total })}
      </MayButton>
      {done === undefined ? (
        <MayButton
          needs="products.push"
          size="xs"
          variant="default"
          leftSection={<Send size={14} className="flip" aria-hidden />}
          onClick={onPush}
        >
          {mobile ? t('push.short') : t('push.some', { count: chosen.length })}
        </MayButton>
      ) : (
        <span role="status">{t('import.progress', { done, total })}</span>
      )}
    </>
  );
}
