import { Button } from '@mantine/core';
import type { ProductCollections, StoreCollections } from '@quayside/contracts';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw, Send } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import editorClasses from '../editor/editor.module.css';
import { EditorSection } from '../editor/editor-section.tsx';
import { OnlyPlatforms } from '../editor/only-platforms.tsx';
import { PlatformMark } from '../mark.tsx';
import { productCollections, storeCollections } from './collection-queries.ts';
import classes from './collections.module.css';
import { CollectionsDialog } from './lazy-dialog.tsx';
import { useCollections } from './use-collections.ts';

/** The collections of a product in each store that has some. */
export default function CollectionsCard({ productId }: { productId: string }) {
  const { t } = useTranslation('collections');
  const { data: lists, error, refetch } = useQuery(storeCollections);
  const { data } = useQuery(productCollections(productId));
  if (lists?.stores.length === 0) return null;
  return (
    <EditorSection title={t('title')}>
      <OnlyPlatforms ability="collections" />
      <p className={editorClasses.quiet}>{t('intro')}</p>
      {error && !lists ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!error && (!lists || !data) ? <SkeletonBox width="100%" height={80} /> : null}
      {data && lists ? (
        <ul className={classes.stores}>
          {lists.stores.map((list) => {
            const store = data.stores.find((one) => one.store_id === list.store_id);
            return store ? (
              <StoreRow key={list.store_id} productId={productId} category={data.category} list={list} store={store} />
            ) : null;
          })}
        </ul>
      ) : null}
    </EditorSection>
  );
}

interface RowProps {
  productId: string;
  category: string;
  list: StoreCollections;
  store: ProductCollections;
}

function StoreRow({ productId, category, list, store }: RowProps) {
  const { t } = useTranslation('collections');
  const { list: join } = useFormats();
  const actions = useCollections(productId);
  const [open, setOpen] = useState(false);
  const shown = store.chosen ?? (store.follows === 'category' ? store.category : []);
  /** Not chosen any more, but the store refused to take the product out. */
  const stuck = store.pushed?.refused.filter(({ id }) => !shown.some((one) => one.id === id)) ?? [];
  const suggests = store.chosen === null && store.follows === 'none' && store.category.length > 0;
  const choose = (ids: string[] | null, again: string[] = []) =>
    actions.choose.mutate({ storeId: store.store_id, ids, again }, { onError: actions.fail });
  return (
    <li className={classes.store}>
      <span className={classes.head}>
        <PlatformMark platform={list.platform} />
        <bdi className={classes.name}>{list.store_name}</bdi>
        <MayButton
          needs="products.change"
          size="compact-sm"
          variant="default"
          aria-label={`${t('choose')}: ${t('store', { store: list.store_name })}`}
          onClick={() => setOpen(true)}
        >
          {t('choose')}
        </MayButton>
      </span>
      {shown.length === 0 ? (
        <p className={editorClasses.quiet}>
          {t('none')}. {store.chosen === null ? t('keep') : null}
        </p>
      ) : null}
      {store.follows === 'category' ? <p className={editorClasses.quiet}>{t('byCategory', { category })}</p> : null}
      <ul className={classes.chosen}>
        {shown.map(({ id, title }) => (
          <li key={id} className={classes.item}>
            <bdi>{title}</bdi>
            <ItemState
              id={id}
              pushed={store.pushed}
              onAgain={() =>
                choose(
                  shown.map((one) => one.id),
                  [id],
                )
              }
            />
          </li>
        ))}
        {stuck.map(({ id, title, reason }) => (
          <li key={id} className={classes.item}>
            <bdi>{title}</bdi>
            <span className={classes.bad}>{t('stuck', { reason })}</span>
          </li>
        ))}
      </ul>
      {suggests ? (
        <p className={classes.note}>
          {t('suggested', { category, collections: join(store.category.map(({ title }) => title)) })}
          <MayButton
            needs="products.change"
            size="compact-sm"
            variant="subtle"
            onClick={() => choose(store.category.map(({ id }) => id))}
          >
            {t('use')}
          </MayButton>
        </p>
      ) : null}
      {store.is_pending ? (
        <p className={classes.note}>
          {t('pending')}
          <MayButton
            needs="products.push"
            size="compact-sm"
            variant="subtle"
            leftSection={<Send size={14} className="flip" aria-hidden />}
            loading={actions.push.isPending}
            onClick={() => actions.push.mutate(store.store_id)}
          >
            {t('push')}
          </MayButton>
        </p>
      ) : null}
      <ListAge list={list} onRefresh={() => actions.refresh.mutate(store.store_id)} />
      {open ? (
        <Suspense fallback={null}>
          <CollectionsDialog
            productId={productId}
            category={category}
            list={list}
            store={store}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </li>
  );
}

interface StateProps {
  id: string;
  pushed: ProductCollections['pushed'];
  onAgain(): void;
}

/** What the store did with a collection at the last push, where it isn't as chosen. */
function ItemState({ id, pushed, onAgain }: StateProps) {
  const { t } = useTranslation('collections');
  const refused = pushed?.refused.find((one) => one.id === id);
  if (refused) return <span className={classes.bad}>{t('refused', { reason: refused.reason })}</span>;
  if (pushed?.gone.includes(id)) return <span className={classes.bad}>{t('gone')}</span>;
  if (!pushed?.left.includes(id)) return null;
  return (
    <>
      <span className={classes.waiting}>{t('left')}</span>
      <MayButton needs="products.change" size="compact-sm" variant="subtle" onClick={onAgain}>
        {t('again')}
      </MayButton>
    </>
  );
}

/** When the store's list was read, and a way to read it again. */
function ListAge({ list, onRefresh }: { list: StoreCollections; onRefresh(): void }) {
  const { t } = useTranslation('collections');
  const { timeAgo } = useFormats();
  const age = list.read_at === null ? t('never') : t('readAt', { time: timeAgo(list.read_at) });
  return (
    <p className={classes.age}>
      <span>{list.is_reading ? t('reading') : age}</span>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t('refresh')}
        data-hint={t('refresh')}
        disabled={list.is_reading}
        onClick={onRefresh}
      >
        <RefreshCw size={14} aria-hidden />
      </Button>
      {list.fault ? <span className={classes.bad}>{list.fault}</span> : null}
    </p>
  );
}
