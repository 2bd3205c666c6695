import { Button } from '@mantine/core';
import { shortRate } from '@quayside/kernel/rates.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../kit/drawer.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { type LinkedStore, storesInUse } from '../../../lib/account.ts';
import { toast } from '../../../lib/toasts.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useIsMobile } from '../../../lib/use-media.ts';
import { PushPreview } from '../listings/lazy-differences.tsx';
import { productSettingsQuery } from '../settings/product-settings-queries.ts';
import type { RateAsked } from './outcome.ts';
import classes from './push-drawer.module.css';
import { PushList } from './push-list.tsx';
import type { PushProduct } from './push-product.ts';
import {
  canTake,
  optionsOn,
  ownPush,
  type PushChoices,
  type PushGroup,
  pushedCount,
  pushGroups,
  pushObstacle,
  ratesNeeded,
} from './push-request.ts';
import { PushSummary } from './push-summary.tsx';
import { readEnding, saveEnding } from './saved-ending.ts';
import { startChoices } from './start-choices.ts';
import { storePrices } from './store-price.ts';
import { suggestedRate, useSuggestedRates } from './suggested-rates.ts';
import { usePush } from './use-push.ts';

/** Pixels on a large screen. Source: rule B191. */
const WIDTH = 1072;
/** Products of one preview, as many as of one push. */
const MOST_PREVIEWED = 500;

interface Props {
  open: boolean;
  products: readonly PushProduct[];
  onClose(): void;
  /** Everything was begun. */
  onPushed(): void;
}

/** The currencies of the stores that a product goes to. */
const currenciesOf = (groups: readonly PushGroup<LinkedStore>[], product: PushProduct): string[] =>
  groups
    .filter((group) => group.products.some(({ key }) => key === product.key))
    .flatMap((group) => group.stores.map((store) => store.currency));

/** What goes into which stores and how, in plain words before the button that does it. */
export default function PushDrawer({ open, products: given, onClose, onPushed }: Props) {
  const { t } = useTranslation('products');
  const mobile = useIsMobile();
  const client = useQueryClient();
  const { account, workplaceId, store: current } = useAccount();
  const stores = storesInUse(account?.linked_stores, workplaceId);
  const [products, setProducts] = useState<readonly PushProduct[]>(given);
  const [failed, setFailed] = useState<Readonly<Record<string, string>>>({});
  const [choices, setChoices] = useState<Omit<PushChoices, 'rates'>>(() => {
    const able = stores.filter((store) => canTake(store, given));
    const first = able.find((store) => store.id === current?.id) ?? able[0];
    return {
      storeIds: first ? [first.id] : [],
      publications: {},
      ending: readEnding(),
      ...startChoices(undefined),
    };
  });
  /** The drawer starts from the product settings, and keeps what was chosen when they change afterwards. */
  const settings = useQuery(productSettingsQuery);
  const [isReady, setReady] = useState(false);
  if (!isReady && !settings.isFetching && (settings.data || settings.error)) {
    setReady(true);
    setChoices((now) => ({ ...now, ...startChoices(settings.data) }));
  }
  /** What the server asked for; it may know of a currency that this screen has not heard of. */
  const [asked, setAsked] = useState<readonly RateAsked[]>([]);
  /** Rates that were typed here; where none was, the suggested one is used. */
  const [typedRates, setTypedRates] = useState<Readonly<Record<string, number | null>>>({});
  const { push, isPushing, failure } = usePush();

  const chosen = stores.filter((store) => choices.storeIds.includes(store.id) && canTake(store, products));
  const groups = pushGroups(products, chosen);
  const going = groups.reduce((sum, group) => sum + group.products.length, 0);
  const total = pushedCount(groups, choices.split);
  const known = ratesNeeded(groups);
  const needed = [
    ...known,
    ...asked.filter(({ from, to }) => !known.some((one) => one.from === from && one.to === to)),
  ];
  const suggested = useSuggestedRates(needed);
  const rates = Object.fromEntries(
    needed.flatMap(({ to }) => {
      const listed = suggested?.get(to);
      const suggestion = listed && suggestedRate(listed);
      const rate = typedRates[to] === undefined && suggestion ? shortRate(suggestion.rate) : typedRates[to];
      return typeof rate === 'number' ? [[to, rate] as const] : [];
    }),
  );
  /** Products that stores may have already; see what changes there. */
  const previews = (isReady ? groups : []).flatMap((group) => {
    const own = group.products.filter((product) => product.kind === 'own').slice(0, MOST_PREVIEWED);
    return own.length > 0 ? [{ stores: group.stores, request: ownPush(own, { ...choices, rates }, group.stores) }] : [];
  });
  const published = new Set(chosen.map((store) => optionsOn(choices, store.platform).publish));
  const plain = published.size > 1 ? 'Mixed' : published.has(false) ? 'Draft' : 'Active';
  const obstacle = pushObstacle(products, groups, rates, asked);
  const noneTakes = obstacle === 'stores' && !stores.some((store) => canTake(store, products));

  function remove(key: string): void {
    const rest = products.filter((product) => product.key !== key);
    if (rest.length === 0) onClose();
    else setProducts(rest);
  }
  async function run(): Promise<void> {
    const outcome = await push(products, groups, { ...choices, rates });
    if (!outcome) return;
    if (needed.length > 0) saveEnding(choices.ending);
    void client.invalidateQueries({ queryKey: ['rates'] });
    // While the drawer stays for what is left, its foot must stay in reach.
    const placement = outcome.left.length > 0 ? 'top' : 'bottom';
    if (outcome.begun > 0) toast('success', t('push.begun', { count: outcome.begun }), { placement });
    setFailed(outcome.failed);
    setAsked(outcome.rates);
    setProducts(outcome.left);
    if (outcome.left.length === 0) onPushed();
  }

  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('push.title')}
      width={WIDTH}
      closeOnOverlay={!isPushing}
      footer={
        <div className={classes.footer}>
          <div className={classes.plain} aria-live="polite">
            {failure ? (
              <span className={classes.failure} role="alert">
                {failure}
              </span>
            ) : obstacle ? (
              t(`push.obstacle.${noneTakes ? 'noneTakes' : obstacle}`)
            ) : (
              <>
                <span>
                  {t(`push.plain${plain}`, { count: total, stores: t('push.stores', { count: chosen.length }) })}
                </span>
                <span className={classes.undo}>{t('push.undo')}</span>
              </>
            )}
          </div>
          <Button
            size="md"
            leftSection={<Send size={16} className="flip" aria-hidden />}
            disabled={obstacle !== undefined}
            loading={isPushing || !isReady}
            onClick={() => void run()}
          >
            {t('push.verb', { count: going || products.length })}
          </Button>
        </div>
      }
    >
      <div className={classes.columns}>
        <PushList
          products={products}
          split={choices.split}
          failed={failed}
          prices={(product) => storePrices(product, currenciesOf(groups, product), rates, choices.ending)}
          going={new Set(groups.flatMap((group) => group.products.map((product) => product.key)))}
          canRemove={!mobile || products.length > 1}
          onRemove={remove}
        />
        {isReady ? (
          <PushSummary
            stores={stores}
            products={products}
            groups={groups}
            choices={choices}
            asked={asked}
            total={total}
            needed={needed}
            suggested={suggested}
            typedRates={typedRates}
            onTypedRates={setTypedRates}
            onChange={(patch) => setChoices((now) => ({ ...now, ...patch }))}
          >
            <Suspense fallback={null}>
              {previews.map(({ stores: asked, request }) => (
                <PushPreview key={asked.map((store) => store.id).join()} stores={asked} request={request} />
              ))}
            </Suspense>
          </PushSummary>
        ) : (
          <div className={classes.summary}>
            <SkeletonBox width="100%" height={320} />
          </div>
        )}
      </div>
    </Drawer>
  );
}
