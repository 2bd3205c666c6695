import type { SourceCard } from '@quayside/contracts';
import { useNavigate } from '@tanstack/react-router';
import { Plus, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { ANSWER_TOAST_MS, toast } from '../../../lib/toasts.ts';
import { useIsMobile } from '../../../lib/use-media.ts';
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
    const { imported, showsToast, failed, refused, overQuota } = await start(fresh, shipTo, setDone);
    setDone(undefined);
    const action = { label: t('import.open'), run: () => void navigate({ to: '/app/products-import' as never }) };
    const added = t('import.addedSome', { count: imported });
    const missed = t('import.failedSome', { count: failed.length, reason: failed[0] });
    if (imported > 0 && failed.length > 0)
      toast('warning', missed, { title: added, action, ms: ANSWER_TOAST_MS, placement: 'top' });
    else if (showsToast) toast('success', added, { action });
    // On a large screen the banner says that the plan is used up (rule B309).
    else if (failed.length > 0 && (mobile || !overQuota)) toast('error', missed);
    if (failed.length === 0 && !refused) onDone();
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
