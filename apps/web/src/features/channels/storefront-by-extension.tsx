import { Button } from '@mantine/core';
import type { Storefront } from '@quayside/contracts';
import { Puzzle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { NOT_INSTALLED } from '../../lib/outside/extension.ts';
import { askInstalled } from '../../lib/outside/extension-ask.ts';
import { ReadingProblem } from '../sourcing/index.ts';
import classes from './channels.module.css';
import { firstProduct } from './storefront-facts.ts';

interface Props {
  storeId: string;
  /** Of the store's first page. */
  address: string;
  onRead(read: Storefront): void;
}

type Trouble = Pick<Parameters<typeof ReadingProblem>[0], 'problem' | 'host'>;

const hostOf = (address: string): string => new URL(address).host;

/** The page of the first product that the shop's page links to, where it can be had: it only adds to the rest. */
async function productPage(shop: { address: string; html: string }) {
  const address = firstProduct(shop);
  if (!address) return {};
  const answer = await askInstalled('FETCH_STORE_PRODUCT_PAGE_HTML', { address });
  const isOwn = answer !== NOT_INSTALLED && answer.ok && hostOf(answer.data.address) === hostOf(shop.address);
  return isOwn ? { product: answer.data } : {};
}

/** Has a store's pages read in this browser, where the server may not read them. */
export default function StorefrontByExtension({ storeId, address, onRead }: Props) {
  const { t } = useTranslation('channels');
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();

  async function readPages(): Promise<Trouble | undefined> {
    const shop = await askInstalled('FETCH_SHOP_PAGE_HTML', { address });
    if (shop === NOT_INSTALLED) return { problem: 'silent', host: hostOf(address) };
    if (!shop.ok) return { problem: shop.problem, host: shop.host ?? hostOf(address) };
    const body = { shop: shop.data, ...(await productPage(shop.data)) };
    onRead(await api('POST /connections/{store_id}/storefront/pages', { params: { store_id: storeId }, body }));
    return undefined;
  }
  async function read(): Promise<void> {
    setBusy(true);
    // What the server refuses it says by itself.
    setTrouble(await readPages().catch(() => undefined));
    setBusy(false);
  }

  return (
    <div className={classes.byExtension} aria-busy={busy}>
      {trouble && !busy ? (
        <ReadingProblem
          {...trouble}
          address={address}
          nothing={t('storefront.tellsNothing')}
          onRetry={() => void read()}
        />
      ) : (
        <div>
          <Button
            size="xs"
            variant="default"
            loading={busy}
            leftSection={<Puzzle size={14} aria-hidden />}
            onClick={() => void read()}
          >
            {t('storefront.byExtension')}
          </Button>
        </div>
      )}
    </div>
  );
}
