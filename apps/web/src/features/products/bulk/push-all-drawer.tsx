import { Button, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../kit/drawer.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { storesInUse } from '../../../lib/account.ts';
import { api, type CallData, errorText } from '../../../lib/api.ts';
import { getQuotaRefusal, quotaPrompt } from '../../../lib/quota-prompt.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { canTake } from '../push/push-request.ts';
import { startChoices } from '../push/start-choices.ts';
import { StatusChoice } from '../push/status-choice.tsx';
import { StoreChoice } from '../push/store-choice.tsx';
import { productSettingsQuery } from '../settings/product-settings-queries.ts';
import classes from './bulk.module.css';
import { matchingQuery, type ProductFilter, pushBatchQuery } from './bulk-queries.ts';
import { RefusedProducts } from './refused-products.tsx';
import { useRates } from './use-rates.tsx';

type Matching = CallData<'GET /center/products/matching'>;

const WIDTH = 520;
const TOUCHED = ['processes', 'products', 'listings', 'counts'];

interface Props {
  open: boolean;
  filter: ProductFilter;
  onClose(): void;
  /** The push was started. */
  onStarted(): void;
}

/** Pushes everything that a filter of the list matches: where to, how, and how many listings that makes. */
export default function PushAllDrawer({ open, filter, onClose, onStarted }: Props) {
  const { t } = useTranslation('bulkPush');
  const [batchId, setBatchId] = useState<string>();
  const { data, error, refetch } = useQuery({ ...matchingQuery(filter), enabled: batchId === undefined });
  return batchId ? (
    <Outcome batchId={batchId} open={open} onClose={onClose} />
  ) : data ? (
    <Choice
      open={open}
      matching={data}
      filter={filter}
      onClose={onClose}
      onStarted={(id) => {
        setBatchId(id);
        onStarted();
      }}
    />
  ) : (
    <Drawer open={open} onClose={onClose} title={t('all.title')} width={WIDTH}>
      <div className={classes.body}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonBox width="100%" height={160} />
        )}
      </div>
    </Drawer>
  );
}

interface ChoiceProps {
  open: boolean;
  matching: Matching;
  filter: ProductFilter;
  onClose(): void;
  onStarted(batchId: string): void;
}

function Choice({ open, matching, filter, onClose, onStarted }: ChoiceProps) {
  const { t } = useTranslation(['bulkPush', 'products']);
  const client = useQueryClient();
  const id = useId();
  const { account, workplaceId, store: current } = useAccount();
  const stores = storesInUse(account?.linked_stores, workplaceId);
  const [chosen, setChosen] = useState<readonly string[]>(() => {
    const able = stores.filter((store) => canTake(store, matching.groups));
    const first = able.find((store) => store.id === current?.id) ?? able[0];
    return first ? [first.id] : [];
  });
  const start = startChoices(useQuery(productSettingsQuery).data);
  const [chosenPublish, setPublish] = useState<boolean>();
  const [chosenSelling, setSellOutOfStock] = useState<boolean>();
  const publish = chosenPublish ?? start.publish;
  const sellOutOfStock = chosenSelling ?? start.sellOutOfStock;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const going = stores.filter((store) => chosen.includes(store.id) && canTake(store, matching.groups));
  const pairs = matching.groups.flatMap((group) =>
    going.filter((store) => store.is_sandbox === group.is_sandbox).map((store) => ({ group, store })),
  );
  const listings = pairs.reduce((sum, { group }) => sum + group.count, 0);
  const currencies = pairs.filter(({ group, store }) => group.currency !== store.currency);
  const needed = [...new Set(currencies.map(({ group, store }) => `${group.currency} ${store.currency}`))].map(
    (pair) => {
      const [from = '', to = ''] = pair.split(' ');
      return { from, to };
    },
  );
  const rates = useRates(needed);

  async function run(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const settings = Object.fromEntries(
        going.map((store) => [
          store.platform,
          {
            is_publish: chosenPublish ?? start.channels[store.platform]?.publish ?? publish,
            allow_sell_out_of_stock: chosenSelling ?? start.channels[store.platform]?.sellOutOfStock ?? sellOutOfStock,
            sync_order: true,
          },
        ]),
      );
      const batch = await api('POST /center/products/push-all-multiple-channel', {
        body: {
          filter,
          count: matching.count,
          store_ids: going.map((store) => store.id),
          push_settings: settings,
          ...rates.body,
        },
        quiet: true,
      });
      rates.save();
      onStarted(batch.batch_id);
    } catch (error) {
      setFailure(errorText(error));
      const refusal = getQuotaRefusal(error);
      if (refusal) quotaPrompt.ask(refusal);
    } finally {
      setBusy(false);
      for (const topic of TOUCHED) void client.invalidateQueries({ queryKey: [topic] });
    }
  }

  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('all.title')}
      width={WIDTH}
      closeOnOverlay={!busy}
      footer={
        <Button
          size="md"
          fullWidth
          leftSection={<Send size={16} className="flip" aria-hidden />}
          disabled={listings === 0 || !rates.ready}
          loading={busy}
          onClick={() => void run()}
        >
          {t('products:push.verb', { count: matching.count })}
        </Button>
      }
    >
      <div className={classes.body}>
        <div className={classes.block}>
          <p className={classes.count}>{t('all.matching', { count: matching.count })}</p>
          <p className={classes.note}>{t('all.note')}</p>
        </div>
        <div className={classes.block}>
          <h3 className={classes.label}>{t('products:push.where')}</h3>
          <StoreChoice stores={stores} products={matching.groups} chosen={chosen} onChange={setChosen} />
        </div>
        {rates.fields}
        <div className={classes.block}>
          <h3 className={classes.label}>{t('products:push.state')}</h3>
          <StatusChoice label={t('products:push.state')} publish={publish} onChange={setPublish} />
        </div>
        <div className={classes.switch}>
          <label htmlFor={id}>
            <span className={classes.label}>{t('products:push.sellOutOfStock')}</span>
            <span className={classes.note}>{t('products:push.sellOutOfStockNote')}</span>
          </label>
          <Switch
            id={id}
            checked={sellOutOfStock}
            onChange={(event) => setSellOutOfStock(event.currentTarget.checked)}
          />
        </div>
        <Failure text={failure} />
        <p className={classes.count} aria-live="polite">
          {t('all.listings', { count: listings })}
        </p>
      </div>
    </Drawer>
  );
}

function Outcome({ batchId, open, onClose }: { batchId: string; open: boolean; onClose(): void }) {
  const { t } = useTranslation('bulkPush');
  const { data, error, refetch } = useQuery(pushBatchQuery(batchId));
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('all.title')}
      width={WIDTH}
      footer={
        <Button size="md" fullWidth variant="default" onClick={onClose}>
          {t('all.close')}
        </Button>
      }
    >
      <div className={classes.body}>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {data ? (
          <div className={classes.block} aria-live="polite">
            <p className={classes.count}>{t('all.queued', { count: data.products, done: data.started })}</p>
            <p className={classes.note}>{t('all.background')}</p>
          </div>
        ) : null}
        {data ? <RefusedProducts batchId={batchId} refused={data.refused} /> : null}
      </div>
    </Drawer>
  );
}
