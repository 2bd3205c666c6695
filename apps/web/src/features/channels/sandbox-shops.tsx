import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { worldQuery } from '../sandbox/index.ts';
import classes from './channels.module.css';

/** The sandbox's own shops of a platform: a click takes the address; its owner's page makes keys. Hidden without it. */
export function SandboxShops({ platform, onPick }: { platform: string; onPick(address: string): void }) {
  const { t } = useTranslation('channels');
  const { data } = useQuery(worldQuery);
  const shops = data?.shops.filter((shop) => shop.platform === platform) ?? [];
  if (shops.length === 0) return null;
  return (
    <div className={classes.shops}>
      <SandboxTag />
      {shops.map((shop) => (
        <span key={shop.address} className={classes.shop}>
          <Button size="compact-sm" variant="default" onClick={() => onPick(shop.address)} title={shop.address}>
            {shop.name}
          </Button>
          <a className={classes.quiet} href={shop.admin_url} target="_blank" rel="noreferrer">
            {t('sandboxKeys')}
          </a>
        </span>
      ))}
    </div>
  );
}
