import { Button, NativeSelect } from '@mantine/core';
import type { ProductSummary } from '@quayside/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { toast } from '../../../lib/toasts.ts';
import { StatusChoice } from '../push/status-choice.tsx';
import classes from './bulk.module.css';

const TOUCHED = ['processes', 'products', 'listings', 'counts'];
/** Products per call. */
const AT_ONCE = 500;

interface Props {
  products: readonly ProductSummary[];
  onClose(): void;
  onDone(): void;
}

/** Lists products for sale or as drafts in the stores of one platform that have them. */
export default function StatusDialog({ products, onClose, onDone }: Props) {
  const { t } = useTranslation(['bulkPush', 'products']);
  const client = useQueryClient();
  const platforms = [...new Set(products.flatMap((product) => product.listings.map((one) => one.platform)))];
  const [wished, setPlatform] = useState<string>();
  const channel = platforms.find((one) => one === wished) ?? platforms[0];
  const [publish, setPublish] = useState(true);
  const having = products.filter((product) => product.listings.some((one) => one.platform === channel));
  const change = useMutation({
    async mutationFn() {
      if (!channel) return { started: 0, refused: [] as string[] };
      let started = 0;
      const refused: string[] = [];
      for (let at = 0; at < having.length; at += AT_ONCE) {
        const body = { product_ids: having.slice(at, at + AT_ONCE).map((one) => one.id), is_publish: publish };
        const answer = await api('POST /center/products/bulk-update/{channel}', {
          params: { channel },
          body,
          quiet: true,
        });
        started += new Set(answer.items.map((one) => one.product_id)).size;
        refused.push(...Object.values(answer.failed).map((problem) => problem.text));
      }
      return { started, refused };
    },
    onSuccess({ refused, started }) {
      if (started > 0) toast('success', t('products:storeStatus.products', { count: started }));
      const [first] = refused;
      if (first) toast('warning', first);
      onDone();
    },
    onSettled: () => {
      for (const topic of TOUCHED) void client.invalidateQueries({ queryKey: [topic] });
    },
  });
  return (
    <Dialog open onClose={onClose} title={t('products:storeStatus.title')} width={480} busy={change.isPending}>
      <div className={classes.dialog}>
        <p className={classes.note}>{t('products:storeStatus.note')}</p>
        <NativeSelect
          label={t('products:storeStatus.platform')}
          value={channel ?? ''}
          data={platforms.map((one) => ({ value: one, label: connectorName(one) }))}
          onChange={(event) => setPlatform(event.currentTarget.value)}
        />
        <StatusChoice label={t('products:push.state')} publish={publish} onChange={setPublish} />
        <Failure text={change.error ? errorText(change.error) : undefined} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('copy.cancel')}
          </Button>
          <MayButton
            needs="products.push"
            loading={change.isPending}
            disabled={having.length === 0}
            onClick={() => change.mutate()}
          >
            {t('products:storeStatus.verb', { count: having.length })}
          </MayButton>
        </div>
      </div>
    </Dialog>
  );
}
