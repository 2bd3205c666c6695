import { Button } from '@mantine/core';
import type { SupplierOrderView } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Ban, ExternalLink, Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import { installedExtensions, NOT_INSTALLED } from '../../../lib/outside/extension.ts';
import { SIGN_IN_CHECKS } from '../../../lib/outside/sign-in-checks.ts';
import { useMay } from '../../../lib/use-may.ts';
import classes from './manual.module.css';
import { isManualSource, MARKETPLACES, type ManualSource, needsSignIn } from './marketplaces.ts';

const PurchaseDialog = lazyChunk(() =>
  import('./purchase-dialog.tsx').then((module) => ({ default: module.PurchaseDialog })),
);
const LoginPrompt = lazyChunk(() => import('./login-prompt.tsx').then((module) => ({ default: module.LoginPrompt })));
const ConfirmDialog = lazyChunk(() =>
  import('../../../kit/confirm-dialog.tsx').then((kit) => ({ default: kit.ConfirmDialog })),
);

/** The extension's answer about a sign-in; unknown without an extension. */
async function signInState(
  source: ManualSource,
): Promise<{ state: 'signed_in' | 'signed_out' | 'unknown'; href: string }> {
  const unknown = { state: 'unknown' as const, href: MARKETPLACES[source] };
  if (installedExtensions.read().length === 0) return unknown;
  const { askInstalled } = await import('../../../lib/outside/extension-ask.ts');
  const lists = await askInstalled('REGION_LISTS', {});
  if (lists === NOT_INSTALLED || !lists.ok) return unknown;
  const chosen = lists.data.marketplaces.find((one) => one.marketplace === source)?.chosen;
  if (!chosen) return unknown;
  const answer = await askInstalled(SIGN_IN_CHECKS[source], { region: chosen });
  return answer !== NOT_INSTALLED && answer.ok ? { state: answer.data.state, href: answer.data.sign_in } : unknown;
}

/** Buttons of a purchase that was made at a marketplace: look there, change it, mark it as failed. */
export function ManualActions({ purchase }: { purchase: SupplierOrderView }) {
  const { t } = useTranslation('orders');
  const client = useQueryClient();
  const { may } = useMay();
  const [shown, setShown] = useState<'edit' | 'fail' | { signInAt: string }>();
  const { source } = purchase;
  if (!may('orders.change') || !isManualSource(source)) return null;
  const open = () => window.open(MARKETPLACES[source], '_blank', 'noreferrer');
  async function look(at: ManualSource): Promise<void> {
    const { state, href } = await signInState(at);
    if (needsSignIn(at, state)) setShown({ signInAt: href });
    else open();
  }
  async function fail(): Promise<void> {
    await api('PUT /orders/v4/update-to-fail', { body: { supplier_order_id: purchase.id }, quiet: true });
    await client.invalidateQueries({ queryKey: ['orders'] });
    setShown(undefined);
  }
  return (
    <div className={classes.actions}>
      <Button
        size="xs"
        variant="default"
        rightSection={<ExternalLink size={14} aria-hidden />}
        onClick={() => void look(source)}
      >
        {t('manual.look', { name: connectorName(source) })}
      </Button>
      {purchase.actions.includes('edit_manual') ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<Pencil size={14} aria-hidden />}
          onClick={() => setShown('edit')}
        >
          {t('manual.edit')}
        </Button>
      ) : null}
      {purchase.actions.includes('fail_manual') ? (
        <Button size="xs" variant="subtle" leftSection={<Ban size={14} aria-hidden />} onClick={() => setShown('fail')}>
          {t('manual.fail')}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {shown === 'edit' ? <PurchaseDialog purchase={purchase} onClose={() => setShown(undefined)} /> : null}
        {shown === 'fail' ? (
          <ConfirmDialog
            open
            onClose={() => setShown(undefined)}
            title={t('manual.failTitle', { number: purchase.order_no ?? '' })}
            text={t('manual.failText')}
            verb={t('manual.fail')}
            danger
            onConfirm={fail}
          />
        ) : null}
        {typeof shown === 'object' ? (
          <LoginPrompt
            source={source}
            href={shown.signInAt}
            onClose={() => setShown(undefined)}
            onSignedIn={() => {
              setShown(undefined);
              open();
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
