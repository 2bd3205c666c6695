import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { api, type CallData, errorText } from '../../lib/api.ts';
import { worldQuery } from '../sandbox/index.ts';
import classes from './channels.module.css';

type Shop = CallData<'GET /sandbox'>['shops'][number];

/** Those that can be connected first. */
const ORDER = ['free', 'here', 'elsewhere'];
const rank = (shop: Shop): number => ORDER.indexOf(shop.taken ?? 'free');

interface Props {
  platform: string;
  /** Goes to the shop's own page to approve; for shops without keys. */
  onApprove(address: string): Promise<void>;
  onConnected(): void;
}

/** The sandbox's shops of a platform, each connected by one button; those that are connected say where. Nothing without a sandbox. */
export function SandboxShops({ platform, onApprove, onConnected }: Props) {
  const { t } = useTranslation('channels');
  const { data } = useQuery({ ...worldQuery, staleTime: 0 });
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const shops = (data?.shops ?? []).filter((shop) => shop.platform === platform).sort((a, b) => rank(a) - rank(b));
  if (shops.length === 0) return null;

  async function connect({ shop, address, makes_keys }: Shop): Promise<void> {
    setBusy(address);
    setFailure(undefined);
    try {
      if (!makes_keys) {
        await onApprove(address);
        return;
      }
      await api('POST /sandbox/connect', { body: { platform, shop }, quiet: true });
      onConnected();
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <section className={classes.shops} aria-label={t('sandboxShops.title')}>
      <div className={classes.shopsHead}>
        <SandboxTag always />
        <span className={classes.quiet}>{t('sandboxShops.text')}</span>
      </div>
      <ul className={classes.shopList}>
        {shops.map((shop) => (
          <li key={shop.address} className={classes.shop}>
            <span className={classes.shopName}>{shop.name}</span>
            <span className={classes.quiet}>{shop.currency}</span>
            {shop.taken ? (
              <span className={classes.quiet}>{t(`sandboxShops.${shop.taken}`)}</span>
            ) : (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('sandboxShops.connect', { name: shop.name })}
                loading={busy === shop.address}
                disabled={busy !== undefined}
                onClick={() => void connect(shop)}
              >
                {t('connectVerb')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Failure text={failure} />
    </section>
  );
}
